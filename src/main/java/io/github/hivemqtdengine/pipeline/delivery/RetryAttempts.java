package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.pipeline.account.MappedMessage;
import java.util.List;

/**
 * Retry attempts of one batch. Counts the failures of the batch, and is the one place that decides the action after a
 * failed write. For the lane's thread.
 */
public final class RetryAttempts {

    /**
     * Lost connections in a row that count against a batch, if the database answered right before each of the writes.
     * So many are unlikely to be a coincidence, and each may take a request timeout.
     */
    public static final int SUSPECT_TRIES = 5;

    private static final int DOUBTFUL_TRIES = 3;
    private static final int TRIES_AT_FULL_SIZE = 3;
    /** Minimum bytes of a batch that is halved because of its size, unless it has many rows. */
    private static final long SMALLEST_BYTES = 64 * 1_024;

    private final List<MappedMessage> messages;
    /** Failures of unknown cause. */
    private int doubts;
    /** Consecutive transient failures. */
    private int transients;
    /** Consecutive lost connections of a database that answered right before each. */
    private int lossesDespiteAnswer;

    private boolean isConnectionLost;
    private boolean isAnswered;

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

    /**
     * Creates the state of a batch without failures.
     *
     * @param messages the batch, which does not change
     */
    RetryAttempts(List<MappedMessage> messages) {
        this.messages = messages;
    }

    /**
     * Returns the state of a part of the batch. One more failure suffices to halve the part again, if the batch had
     * failed often enough for that. A single message does not inherit lost connections of a larger batch.
     *
     * @param forgetsDoubts whether failures of unknown cause count against the database rather than the messages
     */
    RetryAttempts ofPart(List<MappedMessage> part, boolean forgetsDoubts) {
        var attempts = new RetryAttempts(part);
        attempts.doubts = forgetsDoubts ? 0 : Math.max(0, doubts - 1);
        attempts.transients = Math.max(0, transients - 1);
        attempts.lossesDespiteAnswer = part.size() == 1 ? 0 : Math.max(0, lossesDespiteAnswer - 1);
        attempts.isConnectionLost = isConnectionLost;
        return attempts;
    }

    /** Returns whether the batch is so large that its size may be the cause. */
    private boolean canBeHalved() {
        return messages.size() > 1 && isLarge();
    }

    private boolean isLarge() {
        int rows = 0;
        long bytes = 0;
        for (var message : messages) {
            rows += message.rows().size();
            bytes += message.queued().weight();
        }
        return rows > BatchSize.SMALLEST || bytes > SMALLEST_BYTES;
    }

    /** Returns whether the last write ended without an answer, so that the database must be probed. */
    boolean isConnectionLost() {
        return isConnectionLost;
    }

    /** Sets whether the database answered right before the next write. */
    void setAnswered(boolean answers) {
        isAnswered = answers;
    }

    /**
     * Counts a failure and decides what follows.
     *
     * @param written number of messages that were written, at least 1
     */
    Action next(WriteException failure, int written) {
        count(failure);
        boolean isOne = written == 1;
        return switch (failure.kind()) {
            case CONGESTED, FATAL -> Action.RETRY;
            case TRANSIENT -> afterTransient(isOne);
            case TOO_LARGE, REJECTED -> isOne ? Action.REJECT : Action.SPLIT;
            case SCHEMA, UNKNOWN -> doubts < DOUBTFUL_TRIES ? Action.RETRY : isOne ? Action.REJECT : Action.SPLIT;
        };
    }

    private void count(WriteException failure) {
        var kind = failure.kind();
        doubts += kind.isDoubtful() ? 1 : 0;
        transients = kind == FailureKind.TRANSIENT ? transients + 1 : 0;
        isConnectionLost = failure.isConnectionLost();
        lossesDespiteAnswer = isConnectionLost && isAnswered ? lossesDespiteAnswer + 1 : 0;
    }

    private Action afterTransient(boolean isOne) {
        if (lossesDespiteAnswer >= SUSPECT_TRIES) {
            return isOne ? Action.ISOLATE : Action.SPLIT;
        }
        return transients >= TRIES_AT_FULL_SIZE && canBeHalved() ? Action.HALVE : Action.RETRY;
    }
}
