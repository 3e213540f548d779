package io.github.hivemqtdengine.spool;

import java.util.zip.Checksum;

/**
 * FNV-1a of 64 bits. Unlike the check sums of the JDK it can go back to what it was before. Not safe for many threads.
 */
final class Fnv1a implements Checksum {

    private static final long OFFSET_BASIS = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private long value = OFFSET_BASIS;

    @Override
    public void update(int b) {
        value = (value ^ (b & 0xff)) * PRIME;
    }

    @Override
    public void update(byte[] bytes, int offset, int length) {
        long sum = value;
        for (int at = offset; at < offset + length; at++) {
            sum = (sum ^ (bytes[at] & 0xff)) * PRIME;
        }
        value = sum;
    }

    @Override
    public long getValue() {
        return value;
    }

    @Override
    public void reset() {
        value = OFFSET_BASIS;
    }

    /** Goes back to what {@link #getValue} was. */
    void reset(long earlier) {
        value = earlier;
    }
}
