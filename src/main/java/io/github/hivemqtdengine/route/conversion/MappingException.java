// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.conversion;

import io.github.hivemqtdengine.expression.ConversionException;
import io.github.hivemqtdengine.message.DeadLetterReason;

/** Failure to map a message to rows. Has no stack trace, so that it stays cheap under attack. */
public final class MappingException extends Exception {

    private final DeadLetterReason reason;
    private final String sentence;
    private final OnError action;
    private final int record;

    /**
     * @param message a sentence that names the column or the position
     * @param action the mapping's action: {@link OnError#DEAD_LETTER}, {@link OnError#DROP} or {@link OnError#SKIP_ROW}
     */
    public MappingException(DeadLetterReason reason, String message, OnError action) {
        this(reason, message, action, 0);
    }

    private MappingException(DeadLetterReason reason, String message, OnError action, int record) {
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
    public static DeadLetterReason reason(ConversionException refusal) {
        return switch (refusal.kind()) {
            case TYPE -> DeadLetterReason.TYPE_MISMATCH;
            case LENGTH -> DeadLetterReason.LENGTH;
            case RANGE -> DeadLetterReason.RANGE;
        };
    }

    public DeadLetterReason reason() {
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
