package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import java.nio.ByteBuffer;

/**
 * A message that can't become rows, and why.
 *
 * @param routeId the route that it came along
 * @param message the message; whole, but for a payload that was too large to be copied
 * @param payload the whole payload, from the buffer's position to its limit, which nobody moves
 * @param reason what was wrong
 * @param detail a sentence for the operator
 */
public record DeadLetter(String routeId, InboundMessage message, ByteBuffer payload, Reason reason, String detail) {

    /** A letter whose message has its payload itself. */
    public DeadLetter(String routeId, InboundMessage message, Reason reason, String detail) {
        this(routeId, message, ByteBuffer.wrap(message.payload()), reason, detail);
    }

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
        /** The message is larger than the configuration allows. */
        TOO_LARGE,
        /** The broker never confirmed that the client may publish it. */
        UNCONFIRMED,
        /** The configuration no longer has the message's route. */
        NO_ROUTE,
        /** The database refuses it. */
        REJECTED,
        /** Whenever it is tried the connection is lost, though the database answers otherwise, or the process ends. */
        SUSPECT,
        /** The extension was stopped before the database took it. */
        STOPPED,
        /** The extension itself failed on it. */
        DEFECT
    }
}
