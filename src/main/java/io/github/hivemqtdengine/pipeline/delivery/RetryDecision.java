// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

/**
 * Decision after a failed write that names no row, with the failures of the batch that it follows from. A pure table:
 *
 * <pre>
 *  CONGESTED, FATAL     RETRY
 *  TRANSIENT            RETRY; from the third in a row on HALVE if the batch is large
 *                       after the fifth lost connection in a row despite an answer: SPLIT, or ISOLATE a single message
 *  SCHEMA, UNKNOWN      RETRY; from the third of the batch on as after REJECTED
 *  TOO_LARGE, REJECTED  SPLIT, or REJECT a single message
 * </pre>
 *
 * @param action what happens to the batch
 * @param doubts failures of unknown cause
 * @param transients consecutive transient failures
 * @param losses consecutive lost connections of a database that had answered right before each write
 * @param isConnectionLost whether the last write ended without an answer, so that the database must be probed
 */
public record RetryDecision(Action action, int doubts, int transients, int losses, boolean isConnectionLost) {

    /**
     * Lost connections in a row that count against a batch, if the database answered right before each of the writes.
     * So many are unlikely to be a coincidence, and each may take a request timeout.
     */
    public static final int SUSPECT_TRIES = 5;

    private static final int DOUBTFUL_TRIES = 3;
    private static final int TRIES_AT_FULL_SIZE = 3;

    /** Start of a batch that has not failed. */
    static final RetryDecision NO_FAILURE = new RetryDecision(Action.RETRY, 0, 0, 0, false);

    /** Action after a failed write. */
    public enum Action {
        /** Retries the identical batch after a pause. */
        RETRY,
        /** Writes the two halves after a pause, since the batch may be too large for the database at the moment. */
        HALVE,
        /** Writes the two halves at once, one after the other: the messages count as the cause. */
        SPLIT,
        /** Turns the only message into a dead letter: the database rejects it. */
        REJECT,
        /** Turns the only message into a suspect dead letter: the database answers, but not when it writes it. */
        ISOLATE
    }

    /**
     * Decides after one more failure.
     *
     * @param isAnswered whether the database answered right before the write
     * @param isOne whether a single message was written
     * @param isLarge whether the size of the batch, as it was at first, may be the cause
     */
    RetryDecision next(WriteException failure, boolean isAnswered, boolean isOne, boolean isLarge) {
        var kind = failure.kind();
        boolean isLost = failure.isConnectionLost();
        int allDoubts = kind.isDoubtful() ? doubts + 1 : doubts;
        int inARow = kind == FailureKind.TRANSIENT ? transients + 1 : 0;
        int suspicions = isLost && isAnswered ? losses + 1 : 0;
        var blame = isOne ? Action.REJECT : Action.SPLIT;
        var next = switch (kind) {
            case CONGESTED, FATAL -> Action.RETRY;
            case TRANSIENT -> afterTransient(inARow, suspicions, isOne, isLarge);
            case SCHEMA, UNKNOWN -> allDoubts < DOUBTFUL_TRIES ? Action.RETRY : blame;
            case TOO_LARGE, REJECTED -> blame;
        };
        return new RetryDecision(next, allDoubts, inARow, suspicions, isLost);
    }

    private static Action afterTransient(int inARow, int suspicions, boolean isOne, boolean isLarge) {
        if (suspicions >= SUSPECT_TRIES) {
            return isOne ? Action.ISOLATE : Action.SPLIT;
        }
        return inARow >= TRIES_AT_FULL_SIZE && isLarge ? Action.HALVE : Action.RETRY;
    }

    /**
     * Returns the start of a part of the batch. One more failure suffices to halve the part again, if the batch had
     * failed often enough for that. A single message does not inherit lost connections of a larger batch.
     *
     * @param forgetsDoubts whether failures of unknown cause count against the database rather than the messages
     */
    RetryDecision ofPart(boolean isOne, boolean forgetsDoubts) {
        return new RetryDecision(
                Action.RETRY,
                forgetsDoubts ? 0 : Math.max(0, doubts - 1),
                Math.max(0, transients - 1),
                isOne ? 0 : Math.max(0, losses - 1),
                isConnectionLost);
    }

    /**
     * Returns whether the operator should see a failure that is waited out. Brief ones, as when two lanes create one
     * table, are no outage.
     *
     * @param streak the lane's failures in a row, this one included
     * @param suspectsDatabase whether failures of unknown cause count against the database rather than the messages
     */
    static boolean callsOperator(FailureKind kind, int streak, boolean suspectsDatabase) {
        return switch (kind) {
            case FATAL -> true;
            case CONGESTED -> false; // the write limit logs it
            default -> streak > 1 && (!kind.isDoubtful() || suspectsDatabase);
        };
    }
}
