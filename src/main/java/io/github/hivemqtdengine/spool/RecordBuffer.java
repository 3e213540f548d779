package io.github.hivemqtdengine.spool;

import io.github.hivemqtdengine.message.InboundMessage;
import java.nio.ByteBuffer;

/** One message as a record. Used again and again, so that the usual message allocates nothing. Not for many threads. */
final class RecordBuffer {

    private static final byte[] NO_BYTES = {};
    private static final int SMALL_PAYLOAD = 8 * 1_024;
    private static final int USUAL_RECORD = 16 * 1_024;

    private ByteBuffer begun = ByteBuffer.allocate(USUAL_RECORD);
    private byte[] rest = NO_BYTES;

    /** The size of a message's record is no less than this. */
    static long minBytes(String routeId, InboundMessage message) {
        return (long) RecordFormat.HEADER_BYTES + MessageCodec.minBytes(routeId, message) + message.payload().length;
    }

    /** The size of a message's record is no more than this. */
    static long maxBytes(String routeId, InboundMessage message) {
        return RecordFormat.HEADER_BYTES + MessageCodec.maxBytes(routeId, message) + message.payload().length;
    }

    /** Holds this message from now on. A large payload, which may have 256 MiB, is not copied. */
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

    /** Counts exactly only where a guess would cost memory: most strings are ASCII, a byte for each character. */
    private static int room(String routeId, InboundMessage message, int payloadBytes) {
        long others = RecordFormat.HEADER_BYTES + (long) payloadBytes;
        long most = others + MessageCodec.maxBytes(routeId, message);
        return Math.toIntExact(most <= USUAL_RECORD ? most : others + MessageCodec.exactBytes(routeId, message));
    }

    /** The room for a large message is not kept. */
    private void makeRoom(int needed) {
        boolean isTooLarge = begun.capacity() > USUAL_RECORD && needed <= USUAL_RECORD;
        if (begun.capacity() < needed || isTooLarge) {
            begun = ByteBuffer.allocate(Math.max(needed, USUAL_RECORD));
        }
    }

    /** Lets go of a large payload. */
    void clear() {
        rest = NO_BYTES;
    }

    /** The record's first bytes, array-backed; the header is yet to be written. */
    ByteBuffer begun() {
        return begun;
    }

    /** What comes behind them. */
    byte[] rest() {
        return rest;
    }

    int bytes() {
        return begun.limit() + rest.length;
    }
}
