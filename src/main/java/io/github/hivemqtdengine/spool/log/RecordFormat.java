// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.log;

import io.github.hivemqtdengine.message.InboundMessage;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Format of a record in a segment: magic number, length of the body, check sum, number, check sum of the header, body.
 * The first check sum is a CRC-32C of the salt and everything after the check sum. The second one is a CRC-32C of salt,
 * length and number. It rejects false headers, however long a body they claim; versions 1 and 2 lack it.
 */
final class RecordFormat {

    /** Size of a header of the current version, bytes. */
    static final int HEADER_BYTES = 24;

    /** Size of a header without a check sum of its own, bytes. */
    static final int UNCHECKED_HEADER_BYTES = 20;

    private static final int MAGIC = 0xC5A5_7D1E;
    private static final int LENGTH_AT = 4;
    private static final int CHECK_SUM_AT = 8;
    private static final int NUMBER_AT = 12;
    private static final int HEADER_CHECK_SUM_AT = 20;

    private RecordFormat() {}

    /** Returns the length of the body according to a header; negative if the bytes are not a header. */
    static int bodyBytes(ByteBuffer buffer, int at) {
        return buffer.getInt(at) == MAGIC ? buffer.getInt(at + LENGTH_AT) : -1;
    }

    /** Returns whether the check sum of a header matches; for versions whose headers have one. */
    static boolean isHeaderIntact(ByteBuffer buffer, int at, long salt) {
        return buffer.getInt(at + HEADER_CHECK_SUM_AT) == headerCheckSum(buffer, at, salt);
    }

    /**
     * Returns whether the check sum of a record matches; the whole record must be in the buffer.
     *
     * @param headerBytes the size of its header
     */
    static boolean isIntact(ByteBuffer buffer, int at, int headerBytes, long salt) {
        int checked = headerBytes - NUMBER_AT + buffer.getInt(at + LENGTH_AT);
        return buffer.getInt(at + CHECK_SUM_AT)
                == (int) checkSum(buffer, at, checked, salt).getValue();
    }

    static long number(ByteBuffer buffer, int at) {
        return buffer.getLong(at + NUMBER_AT);
    }

    private static int headerCheckSum(ByteBuffer buffer, int at, long salt) {
        var sum = salted(salt);
        sum.update(buffer.array(), buffer.arrayOffset() + at + LENGTH_AT, Integer.BYTES);
        sum.update(buffer.array(), buffer.arrayOffset() + at + NUMBER_AT, Long.BYTES);
        return (int) sum.getValue();
    }

    /** @param bytes the number of checked bytes, from the number field on */
    private static CRC32C checkSum(ByteBuffer buffer, int at, int bytes, long salt) {
        var sum = salted(salt);
        sum.update(buffer.array(), buffer.arrayOffset() + at + NUMBER_AT, bytes);
        return sum;
    }

    private static CRC32C salted(long salt) {
        var sum = new CRC32C();
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            sum.update((int) (salt >>> shift));
        }
        return sum;
    }

    /** Reusable buffer of one message as a record; a message of usual size allocates nothing. Not thread-safe. */
    static final class RecordBuffer {

        private static final byte[] NO_BYTES = {};
        private static final int SMALL_PAYLOAD = 8 * 1_024;
        private static final int USUAL_RECORD = 16 * 1_024;

        private ByteBuffer begun = ByteBuffer.allocate(USUAL_RECORD);
        private byte[] rest = NO_BYTES;

        /** Returns a lower bound of the size of a message's record, bytes. */
        static long minBytes(String routeId, InboundMessage message) {
            return (long) HEADER_BYTES + MessageCodec.minBytes(routeId, message) + message.payload().length;
        }

        /** Returns an upper bound of the size of a message's record, bytes. */
        static long maxBytes(String routeId, InboundMessage message) {
            return HEADER_BYTES + MessageCodec.maxBytes(routeId, message) + message.payload().length;
        }

        /** Replaces the content with this message. A large payload, which may have 256 MiB, is not copied. */
        void fill(String routeId, InboundMessage message) {
            var payload = message.payload();
            boolean isSmall = payload.length <= SMALL_PAYLOAD;
            makeRoom(room(routeId, message, isSmall ? payload.length : 0));
            begun.clear().position(HEADER_BYTES);
            MessageCodec.encode(routeId, message, begun);
            if (isSmall) {
                begun.put(payload);
            }
            begun.flip();
            rest = isSmall ? NO_BYTES : payload;
        }

        /** Returns the bytes to allocate. Only large messages are counted exactly, since most strings are ASCII. */
        private static int room(String routeId, InboundMessage message, int payloadBytes) {
            long others = HEADER_BYTES + (long) payloadBytes;
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

        /** Writes the header of the record. */
        void seal(long number, long salt) {
            begun.putInt(0, MAGIC).putInt(LENGTH_AT, bytes() - HEADER_BYTES).putLong(NUMBER_AT, number);
            begun.putInt(HEADER_CHECK_SUM_AT, headerCheckSum(begun, 0, salt));
            var sum = checkSum(begun, 0, begun.limit() - NUMBER_AT, salt);
            sum.update(rest);
            begun.putInt(CHECK_SUM_AT, (int) sum.getValue());
        }

        /** Releases a large payload. */
        void clear() {
            rest = NO_BYTES;
        }

        /** Returns the record's first bytes, array-backed. */
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
}
