// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.zip.CRC32C;

/**
 * Header of a segment: magic number, format version, salt, number of the first record, and a CRC-32C of all these. Later
 * formats keep this layout, so that a damaged version is told from a later one.
 *
 * @param salt part of the check sum of every record, so that no client can publish bytes that pass for a record
 */
record SegmentHeader(int version, long salt, long firstNumber) {

    /** Format of segments and records that is written. */
    static final int VERSION = 4;

    /** Oldest format that is still read; a segment of another format is moved aside. */
    static final int OLDEST_VERSION = 1;

    static final int BYTES = 32;

    private static final int CHECKED_HEADERS_VERSION = 3;

    private static final long MAGIC = 0x4D51_5454_5350_4F4CL; // "MQTTSPOL"
    private static final SecureRandom RANDOM = new SecureRandom();

    /** Returns the header of a new segment, with a random salt. */
    static SegmentHeader startingWith(long firstNumber) {
        return new SegmentHeader(VERSION, RANDOM.nextLong(), firstNumber);
    }

    /** Returns whether the headers of its records have a check sum of their own. */
    boolean checksRecordHeaders() {
        return version >= CHECKED_HEADERS_VERSION;
    }

    /** Returns the size of the headers of the segment's records, bytes. */
    int recordHeaderBytes() {
        return checksRecordHeaders() ? RecordFormat.HEADER_BYTES : RecordFormat.UNCHECKED_HEADER_BYTES;
    }

    byte[] bytes() {
        var buffer = ByteBuffer.allocate(BYTES);
        buffer.putLong(MAGIC).putInt(version).putLong(salt).putLong(firstNumber);
        return buffer.putInt(checkSum(buffer)).array();
    }

    /**
     * Reads a header.
     *
     * @throws DamagedSegmentException if the bytes are not a header, or one of an unsupported version
     */
    static SegmentHeader of(ByteBuffer bytes) throws DamagedSegmentException {
        if (bytes.remaining() < BYTES) {
            throw new DamagedSegmentException("it is shorter than its header");
        }
        if (bytes.getLong(0) != MAGIC) {
            throw new DamagedSegmentException("it does not begin like a segment of the spool");
        }
        if (bytes.getInt(BYTES - Integer.BYTES) != checkSum(bytes)) {
            throw new DamagedSegmentException("the check sum of its header is wrong");
        }
        int version = bytes.getInt(Long.BYTES);
        if (version < OLDEST_VERSION || version > VERSION) {
            throw new DamagedSegmentException(
                    "it has format " + version + ", not " + OLDEST_VERSION + " to " + VERSION, version);
        }
        return new SegmentHeader(
                version, bytes.getLong(Long.BYTES + Integer.BYTES), bytes.getLong(2 * Long.BYTES + Integer.BYTES));
    }

    private static int checkSum(ByteBuffer header) {
        var sum = new CRC32C();
        sum.update(header.duplicate().position(0).limit(BYTES - Integer.BYTES));
        return (int) sum.getValue();
    }

    /** Reports that a file can't be read as a segment at all. */
    static final class DamagedSegmentException extends IOException {

        private static final long serialVersionUID = 1L;

        private static final int UNKNOWN_FORMAT = 0;

        private final int format;

        DamagedSegmentException(String why) {
            this(why, UNKNOWN_FORMAT);
        }

        /** @param format the format version in the file */
        DamagedSegmentException(String why, int format) {
            super(why);
            this.format = format;
        }

        int format() {
            return format;
        }

        /** Returns whether a later version of the extension seems to have written the file. */
        boolean isOfLaterFormat() {
            return format > SegmentHeader.VERSION;
        }
    }
}
