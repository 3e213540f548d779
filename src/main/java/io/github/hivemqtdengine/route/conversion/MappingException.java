package io.github.hivemqtdengine.route.conversion;

import io.github.hivemqtdengine.expression.ConversionException;

/** Failure to map a message to rows. Has no stack trace, so that it stays cheap under attack. */
public final class MappingException extends Exception {

    /** Cause of a mapping failure. */
    public enum Reason {
        /** The payload is not of the route's format. */
        DECODE,
        /** The payload names a schema that is not known now. */
        NO_SCHEMA,
        /** The payload has a metric whose alias or datatype no known BIRTH announces. */
        UNKNOWN_ALIAS,
        /** A value that the mapping requires is missing. */
        MISSING,
        /** A value does not fit its column's type. */
        TYPE_MISMATCH,
        /** A value is too long for its column. */
        LENGTH,
        /** A value is outside its column's range. */
        RANGE,
        /** A name made from the message is not a valid subtable name. */
        NAME,
        /** A row with the same timestamp exists, and the route rejects such messages. */
        EQUAL_TIMESTAMP
    }

    private final Reason reason;
    private final String sentence;
    private final OnError action;
    private final int record;

    /**
     * @param message a sentence that names the column or the position
     * @param action the mapping's action: {@link OnError#DEAD_LETTER}, {@link OnError#DROP} or {@link OnError#SKIP_ROW}
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
     * Returns this failure with a record's number, which the sentence then includes.
     *
     * @param number the record, from 1
     */
    public MappingException inRecord(int number) {
        return new MappingException(reason, "Record " + number + ": " + sentence, action, number);
    }

    /** Returns the reason that corresponds to a refused value. */
    public static Reason reason(ConversionException refusal) {
        return switch (refusal.kind()) {
            case TYPE -> Reason.TYPE_MISMATCH;
            case LENGTH -> Reason.LENGTH;
            case RANGE -> Reason.RANGE;
        };
    }

    public Reason reason() {
        return reason;
    }

    /** Returns the description of the failure, as a sentence. */
    public String sentence() {
        return sentence;
    }

    /** Returns the number of the failed record, from 1; 0 for a payload of one record or for the whole message. */
    public int record() {
        return record;
    }

    /** Returns the mapping's action for the message or row. */
    public OnError action() {
        return action;
    }
}
