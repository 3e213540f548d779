package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.expression.Refusal;

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
        /** A value is too long for its column. */
        LENGTH,
        /** A value is outside of its column's range. */
        RANGE,
        /** A name made from the message can't name a subtable. */
        NAME,
        /** There is a row of the same time already, and the route rejects such messages. */
        EQUAL_TIMESTAMP
    }

    private final Reason reason;
    private final String sentence;
    private final OnError action;

    /**
     * @param reason what was wrong
     * @param message a sentence that names the column or the position
     * @param action what the mapping says to do then: {@link OnError#DEAD_LETTER}, {@link OnError#DROP} or {@link
     *     OnError#SKIP_ROW}
     */
    public MappingException(Reason reason, String message, OnError action) {
        super(message, null, false, false);
        this.reason = reason;
        this.sentence = message;
        this.action = action;
    }

    /** The reason that a value's refusal is. */
    static Reason reason(Refusal refusal) {
        return switch (refusal.kind()) {
            case TYPE -> Reason.TYPE_MISMATCH;
            case LENGTH -> Reason.LENGTH;
            case RANGE -> Reason.RANGE;
        };
    }

    /** What was wrong. */
    public Reason reason() {
        return reason;
    }

    /** What was wrong, as a sentence. */
    public String sentence() {
        return sentence;
    }

    /** What the mapping says to do then. */
    public OnError action() {
        return action;
    }
}
