package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.util.Arrays;

/** The bytes that come out of a codec, in an array that grows as they really come. */
final class LimitedOutput {

    private static final int SMALLEST = 512;

    private final int limit;
    private byte[] bytes;
    private int size;

    /**
     * @param limit how many bytes may come
     * @param expected how many may well come; no more than the compressed bytes can be trusted with
     */
    LimitedOutput(int limit, long expected) {
        this.limit = limit;
        this.bytes = new byte[(int) Math.min(limit + 1L, Math.max(SMALLEST, expected))];
    }

    /** Where the next bytes go, from {@link #size} on. */
    byte[] array() {
        return bytes;
    }

    int size() {
        return size;
    }

    /** How many bytes more the array holds. */
    int room() {
        return bytes.length - size;
    }

    /** How many bytes may still come. */
    int left() {
        return limit - size;
    }

    /** Makes room for one byte at least. */
    void grow() {
        reserve(1);
    }

    /** Makes room for some bytes; where there are more than the limit, for no more than it takes to notice. */
    void reserve(int more) {
        if (room() < more) {
            long twice = Math.min(2L * size, limit + 1L);
            bytes = Arrays.copyOf(bytes, (int) Math.max(twice, Math.addExact(size, more)));
        }
    }

    /**
     * Adds bytes.
     *
     * @throws DecodeException if they are too many
     */
    void append(byte[] source, int from, int count) throws DecodeException {
        require(count);
        reserve(count);
        System.arraycopy(source, from, bytes, size, count);
        size += count;
    }

    /**
     * Adds bytes that came before.
     *
     * @param distance how far back they begin, 1 to {@link #size}; with fewer than the count they repeat themselves
     * @throws DecodeException if they are too many
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
     * Says that bytes were written.
     *
     * @throws DecodeException if they are too many
     */
    void written(int count) throws DecodeException {
        require(count);
        size += count;
    }

    /**
     * Makes sure that bytes may come.
     *
     * @throws DecodeException if they are too many
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

    /** All bytes. */
    byte[] toBytes() {
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }
}
