package io.github.hivemqtdengine.pipeline;

/** Whether it is the database or the messages that make the writes of one lane fail. For the lane's thread. */
final class Suspicion {

    private static final int MAX_DOUBTFUL_LETTERS = 3;

    /** Failures in a row that were waited out, since a write succeeded or a batch was split. */
    private int failures;
    /** Dead letters in a row that a failure of unknown cause has made, since the last write that succeeded. */
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

    /** How many failures in a row speak for a longer pause. */
    int failures() {
        return failures + doubtfulLetters;
    }

    /** One guilty message after the other, and nothing stored in between: then each is given time again. */
    boolean isAgainstDatabase() {
        return doubtfulLetters >= MAX_DOUBTFUL_LETTERS;
    }

    /**
     * Whether the operator should look at the database; what passes at once, as when two lanes create one table, is no
     * outage.
     */
    boolean callsOperator(FailureKind kind) {
        return switch (kind) {
            case FATAL -> true;
            case CONGESTED -> false; // the write limit says so itself
            default -> failures() > 1 && (!kind.isDoubtful() || isAgainstDatabase());
        };
    }
}
