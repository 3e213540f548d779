package io.github.hivemqtdengine.spool.deadletter;

import java.util.zip.Checksum;

/** FNV-1a check sum of 64 bits that, unlike those of the JDK, can be reset to an earlier value. Not thread-safe. */
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

    /** Resets the check sum to an earlier result of {@link #getValue}. */
    void reset(long earlier) {
        value = earlier;
    }
}
