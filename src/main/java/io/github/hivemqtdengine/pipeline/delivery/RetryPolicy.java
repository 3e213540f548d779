package io.github.hivemqtdengine.pipeline.delivery;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Policy that decides the action after a failed write. Immutable; may be called by any thread. */
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
        /** Writes the two halves, one after the other; a single message becomes a dead letter. */
        SPLIT,
        /** Writes the two halves after a pause, since the batch may be too large for the database at the moment. */
        HALVE,
        /** Gives up: the drain time is over. */
        GIVE_UP
    }

    public RetryPolicy(RetrySettings settings) {
        this.settings = settings;
    }

    /**
     * Returns the next action.
     *
     * @param kind classification of the failure
     * @param repeats how often these messages have failed in this way, including this failure
     * @param lostBesideAnswers latest failures in a row that were lost connections of a database that answered right
     *     before
     * @param canBeHalved whether the batch is so large that halves may be easier to take
     */
    Action next(FailureKind kind, int repeats, int lostBesideAnswers, boolean canBeHalved) {
        if (kind == FailureKind.TRANSIENT && lostBesideAnswers >= SUSPECT_TRIES) {
            return Action.SPLIT;
        }
        return switch (kind) {
            case CONGESTED, FATAL -> Action.RETRY;
            case TRANSIENT -> canBeHalved && repeats >= TRIES_AT_FULL_SIZE ? Action.HALVE : Action.RETRY;
            case TOO_LARGE, REJECTED -> Action.SPLIT;
            case SCHEMA, UNKNOWN -> repeats < DOUBTFUL_TRIES ? Action.RETRY : Action.SPLIT;
        };
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
