package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;

/**
 * A message that can't become rows, and why.
 *
 * @param routeId the route that it came along
 * @param message the message, whole
 * @param reason what was wrong
 * @param detail a sentence for the operator
 */
public record DeadLetter(String routeId, InboundMessage message, Reason reason, String detail) {

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
        EQUAL_TIMESTAMP,
        /** The configuration no longer has the message's route. */
        NO_ROUTE,
        /** The database refuses it. */
        REJECTED,
        /** Tries of it have ended the broker's process again and again. */
        SUSPECT,
        /** The extension was stopped before the database took it. */
        STOPPED,
        /** The extension itself failed on it. */
        DEFECT
    }
}
