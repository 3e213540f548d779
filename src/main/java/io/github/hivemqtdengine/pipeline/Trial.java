package io.github.hivemqtdengine.pipeline;

import java.util.List;

/** What is held against one batch: its failures, by which it is judged. For the lane's thread. */
final class Trial {

    /** No batch is halved because of its size that has no more bytes than this, unless it has many rows. */
    private static final long SMALLEST_BYTES = 64 * 1_024;

    private final boolean canBeHalved;
    private int doubts;
    private int passing;

    /**
     * @param earlierDoubts how many doubtful failures these messages had in a larger batch: such a failure is not
     *     waited out again in each half
     * @param earlierPassing the same for failures that pass
     */
    Trial(List<MappedMessage> messages, int earlierDoubts, int earlierPassing) {
        this.canBeHalved = messages.size() > 1 && isLarge(messages);
        this.doubts = earlierDoubts;
        this.passing = earlierPassing;
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

    void failed(FailureKind kind) {
        doubts += kind.isDoubtful() ? 1 : 0;
        passing = kind == FailureKind.TRANSIENT ? passing + 1 : 0;
    }

    /** How often these messages have failed in this way: of those that pass in a row, of doubtful ones ever. */
    int repeats(FailureKind kind) {
        return kind.isDoubtful() ? doubts : passing;
    }

    /** Whether its size may be the reason, so that it is worth trying with less. */
    boolean canBeHalved() {
        return canBeHalved;
    }

    /** What its halves begin with: one more doubtful failure, and they are halved, too. */
    int doubtsOfHalves() {
        return Math.max(0, doubts - 1);
    }

    /** The same for failures that pass. */
    int passingOfHalves() {
        return Math.max(0, passing - 1);
    }
}
