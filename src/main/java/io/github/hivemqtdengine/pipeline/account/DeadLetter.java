package io.github.hivemqtdengine.pipeline.account;

import io.github.hivemqtdengine.message.InboundMessage;
import java.nio.ByteBuffer;

/**
 * Message that is not stored, with the reason.
 *
 * @param routeId id of the route that matched the message
 * @param message the message; whole, except for a payload that was too large to be copied
 * @param payload the whole payload, from the buffer's position to its limit, which never change
 * @param detail a sentence for the operator
 */
public record DeadLetter(String routeId, InboundMessage message, ByteBuffer payload, Reason reason, String detail) {

    /** Creates a dead letter whose message has its whole payload. */
    public DeadLetter(String routeId, InboundMessage message, Reason reason, String detail) {
        this(routeId, message, ByteBuffer.wrap(message.payload()), reason, detail);
    }

    /** Reason why a message is a dead letter. */
    public enum Reason {
        /** Payload that is not of the route's format. */
        DECODE,
        /** Payload whose schema was not known when it was read. */
        NO_SCHEMA,
        /** Metric whose alias or datatype no known BIRTH of its Sparkplug edge node announces. */
        UNKNOWN_ALIAS,
        /** Missing value that the mapping needs. */
        MISSING,
        /** Value that does not fit its column's type. */
        TYPE_MISMATCH,
        /** Value that is too long for its column. */
        LENGTH,
        /** Value outside of its column's range. */
        RANGE,
        /** Invalid subtable name made from the message. */
        NAME,
        /** Timestamp of an existing row, if the route rejects such messages. */
        EQUAL_TIMESTAMP,
        /** Size above the configured limit. */
        TOO_LARGE,
        /** Missing confirmation of the broker that the client may publish the message. */
        UNCONFIRMED,
        /** Route that the configuration no longer has. */
        NO_ROUTE,
        /** Rejection by the database. */
        REJECTED,
        /** Connection lost at each attempt, though the database answers otherwise, or process crashed. */
        SUSPECT,
        /** Stop of the extension before the database took the message. */
        STOPPED,
        /** Error of the extension itself. */
        DEFECT
    }
}
