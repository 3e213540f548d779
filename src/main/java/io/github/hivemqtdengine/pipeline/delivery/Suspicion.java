package io.github.hivemqtdengine.pipeline.delivery;

/** Failure streak of one lane, which points to the database or to the messages. For the lane's thread. */
final class Suspicion {

    private static final int MAX_DOUBTFUL_LETTERS = 3;

    /** Consecutive failures that were waited out, since a write succeeded or a batch was split. */
    private int failures;
    /** Consecutive dead letters from failures of unknown cause, since the last successful write. */
    private int doubtfulLetters;

    void writeSucceeded() {
        failures = 0;
        doubtfulLetters = 0;
    }

    void failureWaitedOut() {
        failures++;
    }

    void waitsNoLonger() {
        failures = 0;
    }

    void deadLetterMade(FailureKind kind) {
        doubtfulLetters += kind.isDoubtful() ? 1 : 0;
    }

    /** Returns the consecutive failures that determine the length of the next pause. */
    int failures() {
        return failures + doubtfulLetters;
    }

    /** Returns whether a streak of doubtful dead letters points to the database; messages are then retried in full. */
    boolean isAgainstDatabase() {
        return doubtfulLetters >= MAX_DOUBTFUL_LETTERS;
    }

    /**
     * Returns whether the operator should see the failure. Brief ones, as when two lanes create one table, are no
     * outage.
     */
    boolean callsOperator(FailureKind kind) {
        return switch (kind) {
            case FATAL -> true;
            case CONGESTED -> false; // the write limit logs it
            default -> failures() > 1 && (!kind.isDoubtful() || isAgainstDatabase());
        };
    }
}
