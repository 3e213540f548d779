// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.metrics.ExtensionMetric;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.time.StopSignal;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Retry state of one lane: its failure streak, which points to the database or to the messages, and its pauses. For
 * the lane's thread.
 */
public final class RetryState {

    private static final int MAX_DOUBTFUL_LETTERS = 3;

    /** Time after which a lane may isolate another suspect although it has stored nothing since the last one. */
    static final Duration BETWEEN_SUSPECTS = Duration.ofMinutes(10);

    private final RetrySettings settings;
    private final DatabaseHealth health;
    private final StopSignal stop;
    /** Counts a write that failed and will be retried. */
    private final Runnable retried;

    private final LongSupplier nanos;
    private int wakeUps;
    /** Consecutive failures that were waited out, since a write succeeded or a batch was split. */
    private int failures;
    /** Consecutive dead letters from failures of unknown cause, since the last successful write. */
    private int doubtfulLetters;
    /** Successful writes of all lanes before this lane's last write began. */
    private long writesBefore;
    /** Set once this lane has stored something after it isolated its last suspect. */
    private boolean hasStoredSinceSuspect = true;

    private long lastSuspectNanos;
    /** Set while the lane's last attempt failed that was made without a message. */
    private boolean isUnreachable;

    private long lastAttemptNanos;

    /** @param health shared by the lanes of the database */
    public RetryState(
            String databaseId,
            RetrySettings settings,
            DatabaseHealth health,
            StopSignal stop,
            PipelineMetrics metrics) {
        this(databaseId, settings, health, stop, metrics, System::nanoTime);
    }

    /** @param nanos a clock like {@link System#nanoTime} */
    public RetryState(
            String databaseId,
            RetrySettings settings,
            DatabaseHealth health,
            StopSignal stop,
            PipelineMetrics metrics,
            LongSupplier nanos) {
        this.settings = settings;
        this.health = health;
        this.stop = stop;
        this.retried = metrics.counter(ExtensionMetric.DATABASE_RETRIES, databaseId);
        this.nanos = nanos;
    }

    /** Records that a write begins. */
    void beginWrite() {
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
    boolean maySuspect(int messages) {
        boolean othersSucceeded = health.writes() > writesBefore;
        boolean isAlone = !health.hasOtherWaiting(this);
        return !stop.isStopping() && (messages > 1 || maySuspectOne()) && (othersSucceeded || isAlone);
    }

    private boolean maySuspectOne() {
        return hasStoredSinceSuspect || nanos.getAsLong() - lastSuspectNanos >= BETWEEN_SUSPECTS.toNanos();
    }

    /** Records a successful write, which ends the failure streak. */
    void recordSuccess() {
        hasStoredSinceSuspect = true;
        isUnreachable = false;
        failures = 0;
        doubtfulLetters = 0;
        health.recordSuccess(this);
    }

    /** Reports that the database is unreachable while no message waits for it. */
    void reportUnreachable(WriteException failure) {
        isUnreachable = true;
        lastAttemptNanos = nanos.getAsLong();
        health.recordFailure(failure);
    }

    /** Reports that the database can be reached while no message waits for it. */
    void reportReachable() {
        isUnreachable = false;
        health.recordConnected();
    }

    /**
     * Begins another attempt to connect while no message waits; returns {@code false} unless the last one failed and the
     * probe delay is over or the database was replaced.
     */
    boolean beginReconnect() {
        if (!isUnreachable) {
            return false;
        }
        int before = wakeUps;
        wakeUps = stop.wakeUps();
        return wakeUps != before
                || nanos.getAsLong() - lastAttemptNanos >= settings.probeDelay().toNanos();
    }

    /** Pauses after a failed write that counts against the database rather than the messages. */
    void waitOut(WriteException failure) {
        beginWait();
        if (RetryDecision.callsOperator(failure.kind(), streak(), suspectsDatabase())) {
            health.recordFailure(failure);
        }
        pause(failure);
    }

    /** Waits out a failure to connect of any kind; messages do not cause such failures. */
    void waitForConnect(WriteException failure) {
        beginWait();
        health.recordFailure(failure);
        pause(failure);
    }

    /** Ends the lane's wait: its messages are the cause, or its whole batch is completed. */
    void endWait() {
        failures = 0;
        health.endWait(this);
    }

    /** Ends the wait and records that a failure of this kind makes a message a dead letter. */
    void recordDeadLetter(FailureKind kind) {
        endWait();
        if (kind == FailureKind.TRANSIENT) {
            hasStoredSinceSuspect = false;
            lastSuspectNanos = nanos.getAsLong();
        }
        doubtfulLetters += kind.isDoubtful() ? 1 : 0;
    }

    /**
     * Returns whether failures of unknown cause count against the database rather than the messages, because of a
     * streak of dead letters. Messages are then retried in full.
     */
    boolean suspectsDatabase() {
        return doubtfulLetters >= MAX_DOUBTFUL_LETTERS;
    }

    /** Returns the consecutive failures that determine the length of the next pause. */
    private int streak() {
        return failures + doubtfulLetters;
    }

    /** Returns whether the drain time is over. */
    boolean isOver() {
        return stop.isOver();
    }

    /** Called before the failure is reported, so that another lane's success in between does not end the outage. */
    private void beginWait() {
        failures++;
        health.beginWait(this);
    }

    private void pause(WriteException failure) {
        retried.run();
        stop.pause(settings.pause(failure.kind(), streak()), wakeUps);
        wakeUps = stop.wakeUps(); // a wake-up during the last attempt spares this lane a pause
    }
}
