package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.time.StopSignal;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Retry state of one lane: decides the action after each write, and waits out failures. For the lane's thread. */
public final class Recovery {

    /** Time after which a lane may isolate another suspect although it has stored nothing since the last one. */
    static final Duration BETWEEN_SUSPECTS = Duration.ofMinutes(10);

    private final String databaseId;
    private final RetryPolicy policy;
    private final DatabaseHealth health;
    private final StopSignal stop;
    private final PipelineMetrics metrics;
    private final LongSupplier nanos;
    private final Suspicion suspicion = new Suspicion();
    private int hurries;
    /** Successful writes of all lanes before this lane's last write began. */
    private long writesBefore;
    /** Set once this lane has stored something after it isolated its last suspect. */
    private boolean hasStoredSinceSuspect = true;

    private long lastSuspectNanos;

    /** @param health shared by the lanes of the database */
    public Recovery(
            String databaseId, RetryPolicy policy, DatabaseHealth health, StopSignal stop, PipelineMetrics metrics) {
        this(databaseId, policy, health, stop, metrics, System::nanoTime);
    }

    /** @param nanos a clock like {@link System#nanoTime} */
    public Recovery(
            String databaseId,
            RetryPolicy policy,
            DatabaseHealth health,
            StopSignal stop,
            PipelineMetrics metrics,
            LongSupplier nanos) {
        this.databaseId = databaseId;
        this.policy = policy;
        this.health = health;
        this.stop = stop;
        this.metrics = metrics;
        this.nanos = nanos;
    }

    /** Records that a write begins. */
    void begins() {
        writesBefore = health.writes();
    }

    /**
     * Returns whether the last failure counts against the messages if the database answers now. Other lanes must have
     * stored something since the write began, or no other lane waits. A database, or a part of it that only this lane
     * writes to, may answer but take no rows, for example while its disk hangs. That costs the lane one message per
     * {@link #BETWEEN_SUSPECTS}. A single message is suspected only after the lane has stored something since the last
     * suspect, or after that time. Never while the pipeline stops, since the answer takes time.
     *
     * @param messages messages about to be written
     */
    boolean suspects(int messages) {
        boolean othersSucceeded = health.writes() > writesBefore;
        boolean isAlone = !health.isAwaitedBesides(this);
        return !stop.isStopping() && (messages > 1 || maySuspectOne()) && (othersSucceeded || isAlone);
    }

    private boolean maySuspectOne() {
        return hasStoredSinceSuspect || nanos.getAsLong() - lastSuspectNanos >= BETWEEN_SUSPECTS.toNanos();
    }

    void succeeded() {
        hasStoredSinceSuspect = true;
        suspicion.writeSucceeded();
        health.succeeded(this);
    }

    /** Reports that the database is unreachable before any message waits for it. */
    void unreachable(WriteException failure) {
        health.failed(failure);
    }

    /**
     * Decides the action after a failed write, and pauses unless the batch is split.
     *
     * @param trial failures of the batch, including this one
     */
    RetryPolicy.Action afterFailure(WriteException failure, Trial trial) {
        var kind = failure.kind();
        var action = policy.next(kind, trial.repeats(kind), trial.lostBesideAnswers(), trial.canBeHalved());
        if (action == RetryPolicy.Action.SPLIT) {
            goesOn();
            return action;
        }
        waitsOut();
        if (suspicion.callsOperator(kind)) {
            health.failed(failure);
        }
        pause(failure);
        return stop.isOver() ? RetryPolicy.Action.GIVE_UP : action;
    }

    /** Waits out a failure to connect of any kind; messages do not cause such failures. */
    void afterFailedConnect(WriteException failure) {
        waitsOut();
        health.failed(failure);
        pause(failure);
    }

    /** Ends the lane's wait: its messages are the cause, or its whole batch is completed. */
    void goesOn() {
        suspicion.waitsNoLonger();
        health.goesOn(this);
    }

    /** Records that a failure of this kind made a message a dead letter. */
    void deadLetterMade(FailureKind kind) {
        if (kind == FailureKind.TRANSIENT) {
            hasStoredSinceSuspect = false;
            lastSuspectNanos = nanos.getAsLong();
        }
        suspicion.deadLetterMade(kind);
    }

    /** Returns whether failures of unknown cause count against the database rather than the messages. */
    boolean suspectsDatabase() {
        return suspicion.isAgainstDatabase();
    }

    /** Returns whether the drain time is over. */
    boolean isOver() {
        return stop.isOver();
    }

    /** Called before the failure is reported, so that another lane's success in between does not end the outage. */
    private void waitsOut() {
        suspicion.failureWaitedOut();
        health.waits(this);
    }

    private void pause(WriteException failure) {
        metrics.writeRetried(databaseId);
        stop.pause(policy.pause(failure.kind(), suspicion.failures()), hurries);
        hurries = stop.hurries(); // a wake-up during the last attempt spares this lane a pause
    }
}
