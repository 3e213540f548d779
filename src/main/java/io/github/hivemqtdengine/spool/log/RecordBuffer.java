package io.github.hivemqtdengine.spool.log;

import io.github.hivemqtdengine.message.InboundMessage;
import java.nio.ByteBuffer;

/** Reusable buffer of one message as a record; a message of usual size allocates nothing. Not thread-safe. */
final class RecordBuffer {

    private static final byte[] NO_BYTES = {};
    private static final int SMALL_PAYLOAD = 8 * 1_024;
    private static final int USUAL_RECORD = 16 * 1_024;

    private ByteBuffer begun = ByteBuffer.allocate(USUAL_RECORD);
    private byte[] rest = NO_BYTES;

    /** Returns a lower bound of the size of a message's record, bytes. */
    static long minBytes(String routeId, InboundMessage message) {
        return (long) RecordFormat.HEADER_BYTES + MessageCodec.minBytes(routeId, message) + message.payload().length;
    }

    /** Returns an upper bound of the size of a message's record, bytes. */
    static long maxBytes(String routeId, InboundMessage message) {
        return RecordFormat.HEADER_BYTES + MessageCodec.maxBytes(routeId, message) + message.payload().length;
    }

    /** Replaces the content with this message. A large payload, which may have 256 MiB, is not copied. */
    void fill(String routeId, InboundMessage message) {
        var payload = message.payload();
        boolean isSmall = payload.length <= SMALL_PAYLOAD;
        makeRoom(room(routeId, message, isSmall ? payload.length : 0));
        begun.clear().position(RecordFormat.HEADER_BYTES);
        MessageCodec.encode(routeId, message, begun);
        if (isSmall) {
            begun.put(payload);
        }
        begun.flip();
        rest = isSmall ? NO_BYTES : payload;
    }

    /** Returns the room to allocate. The exact count is made only for large messages, since most strings are ASCII. */
    private static int room(String routeId, InboundMessage message, int payloadBytes) {
        long others = RecordFormat.HEADER_BYTES + (long) payloadBytes;
        long most = others + MessageCodec.maxBytes(routeId, message);
        return Math.toIntExact(most <= USUAL_RECORD ? most : others + MessageCodec.exactBytes(routeId, message));
    }

    /** Makes room; a buffer for a large message is replaced when the next usual one comes. */
    private void makeRoom(int needed) {
        boolean isTooLarge = begun.capacity() > USUAL_RECORD && needed <= USUAL_RECORD;
        if (begun.capacity() < needed || isTooLarge) {
            begun = ByteBuffer.allocate(Math.max(needed, USUAL_RECORD));
        }
    }

    /** Releases a large payload. */
    void clear() {
        rest = NO_BYTES;
    }

    /** Returns the record's first bytes, array-backed; the header is not written yet. */
    ByteBuffer begun() {
        return begun;
    }

    /** Returns the payload bytes that follow {@link #begun}; empty for a small payload. */
    byte[] rest() {
        return rest;
    }

    int bytes() {
        return begun.limit() + rest.length;
    }
}
