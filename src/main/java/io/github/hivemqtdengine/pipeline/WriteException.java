package io.github.hivemqtdengine.pipeline;

/** A batch that was not stored, or not wholly. */
public final class WriteException extends Exception {

    private final FailureKind kind;
    private final String sentence;

    /**
     * @param kind what it means for the batch
     * @param message a sentence with the database's own words and code, free of secrets
     * @param cause what the driver threw
     */
    public WriteException(FailureKind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.sentence = message;
    }

    /** What happened, as a sentence. */
    public String sentence() {
        return sentence;
    }

    /** What it means for the batch. */
    public FailureKind kind() {
        return kind;
    }
}
