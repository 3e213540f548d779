package io.github.hivemqtdengine.spool;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * A record in a segment: a magic number to find it by, the length of its body, a CRC-32C of salt, number and body, its
 * number, and the body.
 */
final class RecordFormat {

    static final int HEADER_BYTES = 20;

    /** Where the number is. */
    static final int NUMBER_AT = 12;

    private static final int MAGIC = 0xC5A5_7D1E;
    private static final int LENGTH_AT = 4;
    private static final int CHECK_SUM_AT = 8;

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
        var sum = checkSum(record, 0, begun, salt);
        sum.update(rest);
        record.putInt(CHECK_SUM_AT, (int) sum.getValue());
    }

    /** The length of the body that a header tells; negative if this is no header. */
    static int bodyBytes(ByteBuffer buffer, int at) {
        return buffer.getInt(at) == MAGIC ? buffer.getInt(at + LENGTH_AT) : -1;
    }

    /** Whether a record that lies in the buffer as a whole is what was written. */
    static boolean isIntact(ByteBuffer buffer, int at, long salt) {
        return buffer.getInt(at + CHECK_SUM_AT)
                == (int) checkSum(buffer, at, buffer.getInt(at + LENGTH_AT), salt)
                        .getValue();
    }

    static long number(ByteBuffer buffer, int at) {
        return buffer.getLong(at + NUMBER_AT);
    }

    private static CRC32C checkSum(ByteBuffer buffer, int at, int bodyBytes, long salt) {
        var sum = new CRC32C();
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            sum.update((int) (salt >>> shift));
        }
        sum.update(buffer.array(), buffer.arrayOffset() + at + NUMBER_AT, Long.BYTES + bodyBytes);
        return sum;
    }
}
