package io.github.hivemqtdengine.spool;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * A record in a segment: a magic number to find it by, the length of its body, a CRC-32C of salt, all that follows and the
 * body, its number, a CRC-32C of salt, length and number, and the body. The second check sum tells at once that bytes which
 * begin like a record are none, whatever length they claim; versions 1 and 2 did not have it.
 */
final class RecordFormat {

    /** The size of a header as it is written. */
    static final int HEADER_BYTES = 24;

    /** The size of a header without a check sum of its own. */
    static final int UNCHECKED_HEADER_BYTES = 20;

    /** Where the number is. */
    static final int NUMBER_AT = 12;

    private static final int MAGIC = 0xC5A5_7D1E;
    private static final int LENGTH_AT = 4;
    private static final int CHECK_SUM_AT = 8;
    private static final int HEADER_CHECK_SUM_AT = 20;

    private RecordFormat() {}

    /**
     * Completes a record whose body is there already.
     *
     * @param record an array-backed buffer with the beginning of the record
     * @param rest what comes behind it
     */
    static void seal(ByteBuffer record, byte[] rest, long number, long salt) {
        int begun = record.limit() - HEADER_BYTES;
        record.putInt(0, MAGIC).putInt(LENGTH_AT, begun + rest.length).putLong(NUMBER_AT, number);
        record.putInt(HEADER_CHECK_SUM_AT, headerCheckSum(record, 0, salt));
        var sum = checkSum(record, 0, HEADER_BYTES - NUMBER_AT + begun, salt);
        sum.update(rest);
        record.putInt(CHECK_SUM_AT, (int) sum.getValue());
    }

    /** The length of the body that a header tells; negative if this is no header. */
    static int bodyBytes(ByteBuffer buffer, int at) {
        return buffer.getInt(at) == MAGIC ? buffer.getInt(at + LENGTH_AT) : -1;
    }

    /** Returns whether a header that has a check sum of its own is what was written. */
    static boolean isHeaderIntact(ByteBuffer buffer, int at, long salt) {
        return buffer.getInt(at + HEADER_CHECK_SUM_AT) == headerCheckSum(buffer, at, salt);
    }

    /**
     * Returns whether a record that lies in the buffer as a whole is what was written.
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

    /** @param bytes how many bytes are checked, from the number on */
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
