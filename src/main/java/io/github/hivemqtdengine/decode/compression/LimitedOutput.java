// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.compression;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Output buffer of a codec; it grows with the bytes that are actually written. */
final class LimitedOutput {

    private static final int SMALLEST = 512;

    private final int limit;
    private byte[] bytes;
    private int size;

    /**
     * @param limit maximum number of bytes
     * @param expected expected number of bytes, no more than the size of the compressed input justifies
     */
    LimitedOutput(int limit, long expected) {
        this.limit = limit;
        this.bytes = new byte[(int) Math.min(limit + 1L, Math.max(SMALLEST, expected))];
    }

    /** Returns the array to write to, from {@link #size} on. */
    byte[] array() {
        return bytes;
    }

    int size() {
        return size;
    }

    /** Returns the number of free bytes in the array. */
    int room() {
        return bytes.length - size;
    }

    /** Returns the number of bytes left up to the limit. */
    int left() {
        return limit - size;
    }

    /** Grows the array for more bytes. Doubling stops one byte above the limit, enough to detect an excess. */
    void reserve(int more) {
        if (room() < more) {
            long twice = Math.min(2L * size, limit + 1L);
            bytes = Arrays.copyOf(bytes, (int) Math.max(twice, Math.addExact(size, more)));
        }
    }

    /**
     * Appends bytes.
     *
     * @throws DecodeException if the limit is exceeded
     */
    void append(byte[] source, int from, int count) throws DecodeException {
        require(count);
        reserve(count);
        System.arraycopy(source, from, bytes, size, count);
        size += count;
    }

    /**
     * Appends the bytes of a stream.
     *
     * @throws DecodeException if the limit is exceeded
     * @throws IOException if the stream is damaged
     */
    void append(InputStream source) throws IOException, DecodeException {
        for (int count = 0; count >= 0; count = source.read(bytes, size, room())) {
            written(count);
            reserve(1);
        }
    }

    /**
     * Appends a copy of earlier bytes.
     *
     * @param distance distance back to the first byte, 1 to {@link #size}; if less than the count, the bytes repeat
     * @throws DecodeException if the limit is exceeded
     */
    void repeat(int distance, int count) throws DecodeException {
        require(count);
        reserve(count);
        int from = size - distance;
        for (int end = size + count; size < end; ) {
            int step = Math.min(size - from, end - size);
            System.arraycopy(bytes, from, bytes, size, step);
            size += step;
        }
    }

    /**
     * Counts bytes that were written to the array.
     *
     * @throws DecodeException if the limit is exceeded
     */
    void written(int count) throws DecodeException {
        require(count);
        size += count;
    }

    /**
     * Requires that more bytes fit within the limit.
     *
     * @throws DecodeException if the limit is exceeded
     */
    void require(long count) throws DecodeException {
        if (count > left()) {
            throw tooLarge();
        }
    }

    DecodeException tooLarge() {
        return new DecodeException(
                Fault.LIMIT, "Decompressed, the payload has more than " + limit + " bytes (max-bytes)", -1);
    }

    byte[] toBytes() {
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }
}
