package io.github.hivemqtdengine.route;

/** A message that does not become rows. It carries no stack trace: under attack it must stay cheap. */
public final class MappingException extends Exception {

    /** What was wrong. */
    public enum Reason {
        /** The payload is not of the route's format. */
        DECODE,
        /** A value that the mapping needs is not there. */
        MISSING,
        /** A value does not fit its column's type. */
        TYPE_MISMATCH,
        /** A name made from the message can't name a subtable. */
        NAME,
        /** There is a row of the same time already, and the route rejects such messages. */
        EQUAL_TIMESTAMP
    }

    private final Reason reason;
    private final String sentence;
    private final boolean drop;

    /**
     * @param reason what was wrong
     * @param message a sentence that names the column or the position
     * @param drop whether the mapping says to drop such a message instead of keeping it as a dead letter
     */
    public MappingException(Reason reason, String message, boolean drop) {
        super(message, null, false, false);
        this.reason = reason;
        this.sentence = message;
        this.drop = drop;
    }

    /** What was wrong. */
    public Reason reason() {
        return reason;
    }

    /** What was wrong, as a sentence. */
    public String sentence() {
        return sentence;
    }

    /** Whether the mapping says to drop such a message, counted, instead of keeping it as a dead letter. */
    public boolean drop() {
        return drop;
    }
}
