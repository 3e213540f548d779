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
    private final int record;

    /**
     * @param reason what was wrong
     * @param message a sentence that names the column or the position
     * @param action what the mapping says to do then: {@link OnError#DEAD_LETTER}, {@link OnError#DROP} or {@link
     *     OnError#SKIP_ROW}
     */
    public MappingException(Reason reason, String message, OnError action) {
        this(reason, message, action, 0);
    }

    private MappingException(Reason reason, String message, OnError action, int record) {
        super(message, null, false, false);
        this.reason = reason;
        this.sentence = message;
        this.action = action;
        this.record = record;
    }

    /**
     * The same of one of several records, which the sentence names then.
     *
     * @param number from 1
     */
    MappingException inRecord(int number) {
        return new MappingException(reason, "Record " + number + ": " + sentence, action, number);
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

    /** Which of several records it is about, from 1; 0 where there is one, or it is about the message. */
    public int record() {
        return record;
    }

    /** What the mapping says to do then. */
    public OnError action() {
        return action;
    }
}
