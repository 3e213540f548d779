package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.pipeline.account.MappedMessage;
import java.util.List;

/** Retry attempts of one batch: the failures that decide its next action. For the lane's thread. */
final class RetryAttempts {

    /** Minimum bytes of a batch that is halved because of its size, unless it has many rows. */
    private static final long SMALLEST_BYTES = 64 * 1_024;

    private final boolean canBeHalved;
    private int doubts;
    private int transients;
    /** Consecutive lost connections of a database that answered right before each. */
    private int lostBesideAnswers;

    private boolean isLost;
    private boolean isAnswered;

    /** Creates the state of a batch without failures. */
    RetryAttempts(List<MappedMessage> messages) {
        this.canBeHalved = messages.size() > 1 && isLarge(messages);
    }

    /**
     * Returns the state of a part of the batch. One more failure suffices to halve the part again, if the batch had
     * failed often enough for that. A single message does not inherit lost connections of a larger batch.
     *
     * @param forgetsDoubts whether failures of unknown cause count against the database rather than the messages
     */
    RetryAttempts ofPart(List<MappedMessage> part, boolean forgetsDoubts) {
        var trial = new RetryAttempts(part);
        trial.doubts = forgetsDoubts ? 0 : Math.max(0, doubts - 1);
        trial.transients = Math.max(0, transients - 1);
        trial.lostBesideAnswers = part.size() == 1 ? 0 : Math.max(0, lostBesideAnswers - 1);
        trial.isLost = isLost;
        return trial;
    }

    private static boolean isLarge(List<MappedMessage> messages) {
        int rows = 0;
        long bytes = 0;
        for (var message : messages) {
            rows += message.rows().size();
            bytes += message.queued().message().weight();
        }
        return rows > BatchSize.SMALLEST || bytes > SMALLEST_BYTES;
    }

    void recordFailure(WriteException failure) {
        var kind = failure.kind();
        doubts += kind.isDoubtful() ? 1 : 0;
        transients = kind == FailureKind.TRANSIENT ? transients + 1 : 0;
        isLost = failure.isConnectionLost();
        lostBesideAnswers = isLost && isAnswered ? lostBesideAnswers + 1 : 0;
    }

    /** Returns whether the last write ended without an answer, so that the database must be probed. */
    boolean isLost() {
        return isLost;
    }

    /** Sets whether the database answered right before the next write. */
    void setAnswered(boolean answers) {
        isAnswered = answers;
    }

    /** Returns how many of the last failures in a row lost the connection though the database had just answered. */
    int lostBesideAnswers() {
        return lostBesideAnswers;
    }

    /** Returns how often these messages failed for an unknown cause. */
    int doubts() {
        return doubts;
    }

    /** Returns how many of the last failures in a row were transient. */
    int transients() {
        return transients;
    }

    /** Returns whether the batch is so large that its size may be the reason. */
    boolean canBeHalved() {
        return canBeHalved;
    }
}
