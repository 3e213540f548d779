package io.github.hivemqtdengine.pipeline;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Decides what a failed write is followed by. Immutable; may be called by any thread. */
final class RetryPolicy {

    private static final int DOUBTFUL_TRIES = 3;
    private static final int TRIES_AT_FULL_SIZE = 3;
    /**
     * How many lost connections in a row are held against a batch when the database answered right before each of these
     * writes: a coincidence of so many is unlikely, and each may take a request timeout.
     */
    static final int SUSPECT_TRIES = 5;

    private static final int MAX_DOUBLINGS = 30;

    private final RetrySettings settings;

    /** What a failed write is followed by. */
    enum Action {
        /** The identical batch again, after a pause. */
        RETRY,
        /** Its two halves, one after the other; a single message becomes a dead letter. */
        SPLIT,
        /** Its two halves after a pause, since it may be its size that the database can't take now. */
        HALVE,
        /** Nothing: the time to drain is over. */
        GIVE_UP
    }

    RetryPolicy(RetrySettings settings) {
        this.settings = settings;
    }

    /**
     * What to do next.
     *
     * @param kind what the failure means
     * @param repeats how often these messages have failed in this way, this failure included
     * @param lostBesideAnswers how many of the last failures in a row were lost connections of a database that
     *     answered right before
     * @param canBeHalved whether the batch is so large that less may be easier to take
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
     * How long to pause: at random up to a limit that doubles, so that lanes do not knock in step.
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
