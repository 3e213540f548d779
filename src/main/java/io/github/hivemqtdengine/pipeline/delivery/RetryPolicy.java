package io.github.hivemqtdengine.pipeline.delivery;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** The one place that decides the action after a failed write. Immutable; may be called by any thread. */
public final class RetryPolicy {

    private static final int DOUBTFUL_TRIES = 3;
    private static final int TRIES_AT_FULL_SIZE = 3;
    /**
     * Lost connections in a row that count against a batch, if the database answered right before each of the writes.
     * So many are unlikely to be a coincidence, and each may take a request timeout.
     */
    public static final int SUSPECT_TRIES = 5;

    private static final int MAX_DOUBLINGS = 30;

    private final RetrySettings settings;

    /** Action after a failed write. */
    enum Action {
        /** Retries the identical batch after a pause. */
        RETRY,
        /** Writes the two halves, one after the other. */
        SPLIT,
        /** Writes the two halves after a pause, since the batch may be too large for the database at the moment. */
        HALVE,
        /** Turns the only message into a dead letter: the database rejects it. */
        REJECT,
        /** Turns the only message into a suspect dead letter: the database answers, but not when it writes it. */
        ISOLATE,
        /** Gives up: the drain time is over. */
        GIVE_UP;

        /** Returns whether the messages, rather than the database, count as the cause. */
        boolean blamesMessages() {
            return this == SPLIT || this == REJECT || this == ISOLATE;
        }

        /** Returns whether the action turns the only message into a dead letter. */
        boolean makesDeadLetter() {
            return this == REJECT || this == ISOLATE;
        }
    }

    public RetryPolicy(RetrySettings settings) {
        this.settings = settings;
    }

    /**
     * Returns the next action.
     *
     * @param kind classification of the failure
     * @param trial failures of the batch, including this one
     * @param messages number of messages that were written, at least 1
     */
    Action next(FailureKind kind, RetryAttempts trial, int messages) {
        boolean isOne = messages == 1;
        return switch (kind) {
            case CONGESTED, FATAL -> Action.RETRY;
            case TRANSIENT -> afterTransient(trial, isOne);
            case TOO_LARGE, REJECTED -> isOne ? Action.REJECT : Action.SPLIT;
            case SCHEMA, UNKNOWN ->
                trial.doubts() < DOUBTFUL_TRIES ? Action.RETRY : isOne ? Action.REJECT : Action.SPLIT;
        };
    }

    private static Action afterTransient(RetryAttempts trial, boolean isOne) {
        if (trial.lostBesideAnswers() >= SUSPECT_TRIES) {
            return isOne ? Action.ISOLATE : Action.SPLIT;
        }
        return trial.canBeHalved() && trial.transients() >= TRIES_AT_FULL_SIZE ? Action.HALVE : Action.RETRY;
    }

    /**
     * Returns the probe delay after a fatal failure, otherwise a random pause. Its limit doubles with each failure; the
     * randomness keeps lanes from retrying in step.
     */
    Duration pause(FailureKind kind, int failures) {
        if (kind == FailureKind.FATAL) {
            return settings.probeDelay();
        }
        return Duration.ofMillis(ThreadLocalRandom.current().nextLong(1, limitMillis(failures) + 1));
    }

    private long limitMillis(int failures) {
        long doubled = settings.firstDelay().toMillis() << Math.min(failures - 1, MAX_DOUBLINGS);
        long most = settings.maxDelay().toMillis();
        return doubled <= 0 || doubled > most ? most : doubled;
    }
}
