package io.github.hivemqtdengine.spool.log;

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

    static final int NUMBER_AT = 12;

    private static final int MAGIC = 0xC5A5_7D1E;
    private static final int LENGTH_AT = 4;
    private static final int CHECK_SUM_AT = 8;
    private static final int HEADER_CHECK_SUM_AT = 20;

    private RecordFormat() {}

    /**
     * Completes a record whose body is already written.
     *
     * @param record an array-backed buffer with the beginning of the record
     * @param rest the bytes that follow it
     */
    static void seal(ByteBuffer record, byte[] rest, long number, long salt) {
        int begun = record.limit() - HEADER_BYTES;
        record.putInt(0, MAGIC).putInt(LENGTH_AT, begun + rest.length).putLong(NUMBER_AT, number);
        record.putInt(HEADER_CHECK_SUM_AT, headerCheckSum(record, 0, salt));
        var sum = checkSum(record, 0, HEADER_BYTES - NUMBER_AT + begun, salt);
        sum.update(rest);
        record.putInt(CHECK_SUM_AT, (int) sum.getValue());
    }

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
}
