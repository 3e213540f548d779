package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The primitives of Avro's binary encoding, read forward. A length is believed only as far as there are bytes, and what
 * takes no bytes at all is counted, so that a few bytes can't claim endless work. For one thread.
 */
final class AvroInput {

    /** How many values may take no bytes, beside {@link #STEPS_PER_BYTE} for each byte. */
    private static final int FREE_STEPS = 100_000;

    private static final int STEPS_PER_BYTE = 8;
    private static final int LAST_SHIFT = 63;

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] bytes;
    private final int end;
    private final long reported;
    private int at;
    private long stepsLeft;

    private AvroInput(byte[] bytes, int from, int end, long reported, long steps) {
        this.bytes = bytes;
        this.at = from;
        this.end = end;
        this.reported = reported;
        this.stepsLeft = steps;
    }

    /** A whole payload. */
    static AvroInput of(byte[] payload) {
        return between(payload, 0, payload.length, -1);
    }

    /**
     * A part of some bytes.
     *
     * @param reported the byte of the payload that all of them stand for, or -1 if they are the payload's own
     */
    static AvroInput between(byte[] bytes, int from, int to, long reported) {
        return new AvroInput(bytes, from, to, reported, FREE_STEPS + (long) STEPS_PER_BYTE * (to - from));
    }

    /** A part of the same bytes that was read before. */
    AvroInput again(int from, int to) {
        return new AvroInput(bytes, from, to, reported, Long.MAX_VALUE);
    }

    /**
     * The same part, of a payload that has others.
     *
     * @param freeSteps how many values may still take no bytes, beside what its bytes allow
     */
    AvroInput withFreeSteps(long freeSteps) {
        return new AvroInput(bytes, at, end, reported, freeSteps + (long) STEPS_PER_BYTE * (end - at));
    }

    /** How many values may still take no bytes, 100,000 at most. */
    long freeSteps() {
        return Math.min(FREE_STEPS, stepsLeft);
    }

    /** The array that it reads; nobody changes it. */
    byte[] bytes() {
        return bytes;
    }

    /** The next byte in {@link #bytes}. */
    int at() {
        return at;
    }

    int left() {
        return end - at;
    }

    /** The byte of the payload that it is at. */
    long position() {
        return positionOf(at);
    }

    private long positionOf(int index) {
        return reported < 0 ? index : reported;
    }

    boolean readBoolean() throws DecodeException {
        int value = bytes[take(1)];
        if ((value & ~1) != 0) {
            throw failure(Fault.MALFORMED, "The payload has a boolean that is neither 0 nor 1", at - 1);
        }
        return value == 1;
    }

    long readInt() throws DecodeException {
        int start = at;
        long value = readLong();
        if (value != (int) value) {
            throw failure(Fault.MALFORMED, "The payload has an int of more than 32 bits", start);
        }
        return value;
    }

    long readLong() throws DecodeException {
        if (at < end && bytes[at] >= 0) {
            long value = bytes[at++];
            return (value >>> 1) ^ -(value & 1);
        }
        return longOfManyBytes();
    }

    private long longOfManyBytes() throws DecodeException {
        int start = at;
        long value = 0;
        for (int shift = 0; shift <= LAST_SHIFT; shift += 7) {
            byte next = bytes[take(1)];
            value |= (next & 0x7FL) << shift;
            if (next >= 0 && (shift < LAST_SHIFT || next <= 1)) {
                return (value >>> 1) ^ -(value & 1);
            }
        }
        throw failure(Fault.MALFORMED, "The payload has a number of more than 64 bits", start);
    }

    float readFloat() throws DecodeException {
        return Float.intBitsToFloat((int) INTS.get(bytes, take(Integer.BYTES)));
    }

    double readDouble() throws DecodeException {
        return Double.longBitsToDouble(readFixedLong());
    }

    /** Eight bytes, the lowest first. */
    long readFixedLong() throws DecodeException {
        return (long) LONGS.get(bytes, take(Long.BYTES));
    }

    byte[] readFixed(int size) throws DecodeException {
        int start = take(size);
        return Arrays.copyOfRange(bytes, start, at);
    }

    /** The length of bytes or of a text, which are there. */
    int readLength() throws DecodeException {
        int start = at;
        long length = readLong();
        if (length < 0) {
            throw failure(Fault.MALFORMED, "The payload has a negative length", start);
        }
        require(length);
        return (int) length;
    }

    String readText() throws DecodeException {
        int length = readLength();
        int start = at;
        skipUtf8(length);
        return new String(bytes, start, length, StandardCharsets.UTF_8);
    }

    /** Passes text, which must be one. */
    void skipText() throws DecodeException {
        skipUtf8(readLength());
    }

    private void skipUtf8(int length) throws DecodeException {
        int invalid = Utf8.firstInvalid(bytes, at, at + length);
        if (invalid >= 0) {
            throw failure(Fault.CHARSET, "The payload has a text that is not UTF-8", invalid);
        }
        at += length;
    }

    void skip(long count) throws DecodeException {
        require(count);
        at += (int) count;
    }

    /** @param index a byte in {@link #bytes}, at most its end */
    void goTo(int index) {
        at = index;
    }

    private int take(int count) throws DecodeException {
        require(count);
        int start = at;
        at += count;
        return start;
    }

    private void require(long count) throws DecodeException {
        if (count > left()) {
            throw failure(Fault.TRUNCATED, "The payload ends too early", end);
        }
    }

    /**
     * Requires that there is enough for some values.
     *
     * @param size how many bytes each has at least; what has none is limited by its number
     */
    void requireItems(long count, int size) throws DecodeException {
        if (size > 0 && count > left() / size) {
            throw failure(Fault.TRUNCATED, "The payload claims more items than it has bytes for", at);
        }
        if (size == 0 && count > stepsLeft) {
            throw tooManySteps();
        }
    }

    /** Counts a value that takes no bytes itself. */
    void step() throws DecodeException {
        if (--stepsLeft < 0) {
            throw tooManySteps();
        }
    }

    private DecodeException tooManySteps() {
        return failure(Fault.LIMIT, "The payload claims too many values that take no bytes", at);
    }

    /** @param depth how many structures are around another one */
    void requireDepth(int depth) throws DecodeException {
        if (depth >= Document.MAX_DEPTH) {
            throw failure(Fault.LIMIT, "The payload nests deeper than " + Document.MAX_DEPTH + " levels", at);
        }
    }

    /** Something is wrong with what was just read. */
    DecodeException failure(Fault fault, String reason) {
        return failure(fault, reason, at);
    }

    private DecodeException failure(Fault fault, String reason, int index) {
        return new DecodeException(fault, reason, positionOf(index));
    }
}
