package io.github.hivemqtdengine.pipeline;

import java.util.List;

/** What is held against one batch: its failures, by which it is judged. For the lane's thread. */
final class Trial {

    /** No batch is halved because of its size that has no more bytes than this, unless it has many rows. */
    private static final long SMALLEST_BYTES = 64 * 1_024;

    private final boolean canBeHalved;
    private int doubts;
    private int passing;
    /** Lost connections in a row, each of a database that answered right before. */
    private int lostBesideAnswers;

    private boolean isLost;
    private boolean isAnswered;

    /** Begins with nothing held against the messages. */
    Trial(List<MappedMessage> messages) {
        this.canBeHalved = messages.size() > 1 && isLarge(messages);
    }

    /**
     * Begins the trial of a part of the batch. A failure that the batch was tried for often enough is not waited out
     * again in each half: one more, and the half is halved, too. But no message alone is suspected for what happened to
     * a larger batch.
     *
     * @param forgetsDoubts whether the doubtful failures are the database's rather than the messages'
     */
    Trial ofPart(List<MappedMessage> part, boolean forgetsDoubts) {
        var trial = new Trial(part);
        trial.doubts = forgetsDoubts ? 0 : Math.max(0, doubts - 1);
        trial.passing = Math.max(0, passing - 1);
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

    void failed(WriteException failure) {
        var kind = failure.kind();
        doubts += kind.isDoubtful() ? 1 : 0;
        passing = kind == FailureKind.TRANSIENT ? passing + 1 : 0;
        isLost = failure.isConnectionLost();
        lostBesideAnswers = isLost && isAnswered ? lostBesideAnswers + 1 : 0;
    }

    /** Returns whether the last write ended without an answer, so that it matters whether the database answers now. */
    boolean isLost() {
        return isLost;
    }

    /** Notes whether the database answers right before the next write. */
    void setAnswered(boolean answers) {
        isAnswered = answers;
    }

    /** How many of the last failures in a row were lost connections of a database that answered right before. */
    int lostBesideAnswers() {
        return lostBesideAnswers;
    }

    /** How often these messages have failed in this way: of those that pass in a row, of doubtful ones ever. */
    int repeats(FailureKind kind) {
        return kind.isDoubtful() ? doubts : passing;
    }

    /** Whether its size may be the reason, so that it is worth trying with less. */
    boolean canBeHalved() {
        return canBeHalved;
    }
}
