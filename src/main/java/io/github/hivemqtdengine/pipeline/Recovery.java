package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.metrics.PipelineMetrics;
import java.time.Duration;
import java.util.function.LongSupplier;

/** What one lane does after a write, failed or not. For the lane's thread. */
final class Recovery {

    /** After this time a lane that has stored nothing since its last suspect may isolate another one. */
    static final Duration BETWEEN_SUSPECTS = Duration.ofMinutes(10);

    private final String databaseId;
    private final RetryPolicy policy;
    private final DatabaseHealth health;
    private final StopSignal stop;
    private final PipelineMetrics metrics;
    private final LongSupplier nanos;
    private final Suspicion suspicion = new Suspicion();
    private int hurries;
    /** How many writes of all lanes had succeeded when the last write of this one began. */
    private long writesBefore;
    /** Whether this lane has stored something since it isolated its last suspect. */
    private boolean hasStoredSinceSuspect = true;

    private long lastSuspectNanos;

    /** @param health shared by the lanes of the database */
    Recovery(String databaseId, RetryPolicy policy, DatabaseHealth health, StopSignal stop, PipelineMetrics metrics) {
        this(databaseId, policy, health, stop, metrics, System::nanoTime);
    }

    /** @param nanos a clock like {@link System#nanoTime} */
    Recovery(
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

    /** A write begins. */
    void begins() {
        writesBefore = health.writes();
    }

    /**
     * Returns whether nothing but an answer is missing to hold the last failure against the messages: other lanes
     * stored something since the write began, or none of them waits. A database, or a part of it that only this lane
     * writes to, may answer and yet take no row, for example while its disk hangs. That costs the lane one message in
     * {@link #BETWEEN_SUSPECTS}: before the next one that is alone, this lane must have stored something, or that time
     * is over. Never while the pipeline stops, since the answer takes time.
     *
     * @param messages how many are about to be written
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

    /** The database can't be reached, and nothing waits for it yet. */
    void unreachable(WriteException failure) {
        health.failed(failure);
    }

    /**
     * Decides what a failed write is followed by, and waits where it is worth waiting.
     *
     * @param trial what is held against the batch, this failure included
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

    /** Waits out a failure to connect, whatever its kind: no message is guilty of it. */
    void afterFailedConnect(WriteException failure) {
        waitsOut();
        health.failed(failure);
        pause(failure);
    }

    /** The lane waits no longer: it is messages that are blamed now, or the fate of its whole batch is sealed. */
    void goesOn() {
        suspicion.waitsNoLonger();
        health.goesOn(this);
    }

    /** A message became a dead letter because of such a failure. */
    void deadLetterMade(FailureKind kind) {
        if (kind == FailureKind.TRANSIENT) {
            hasStoredSinceSuspect = false;
            lastSuspectNanos = nanos.getAsLong();
        }
        suspicion.deadLetterMade(kind);
    }

    /** Whether the database rather than the messages is held responsible for doubtful failures. */
    boolean suspectsDatabase() {
        return suspicion.isAgainstDatabase();
    }

    /** Whether the time to drain is over. */
    boolean isOver() {
        return stop.isOver();
    }

    /** Said before the failure is, so that a success of another lane in between is not taken for the end of it. */
    private void waitsOut() {
        suspicion.failureWaitedOut();
        health.waits(this);
    }

    private void pause(WriteException failure) {
        metrics.writeRetried(databaseId);
        stop.pause(policy.pause(failure.kind(), suspicion.failures()), hurries);
        hurries = stop.hurries(); // one that came during the last try spares this lane a pause
    }
}
