// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.avro;

import io.github.hivemqtdengine.decode.BinaryInput;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Utf8;
import java.nio.charset.StandardCharsets;

/** Forward reader of Avro's primitive values. Values that may take no bytes are counted. For one thread. */
final class AvroInput extends BinaryInput {

    /** Number of values that may take no bytes in a payload, in addition to {@link #STEPS_PER_BYTE} for each byte. */
    private static final int FREE_STEPS = 100_000;

    private static final int STEPS_PER_BYTE = 8;
    private static final int BITS_PER_BYTE = 7;

    private final byte[] bytes;
    private final int reported;
    private long stepsLeft;

    private AvroInput(byte[] bytes, int from, int to, int reported, long steps) {
        super(bytes, from, to);
        this.bytes = bytes;
        this.reported = reported;
        this.stepsLeft = steps;
    }

    /** Returns the input of a whole payload. */
    static AvroInput of(byte[] payload) {
        return between(payload, 0, payload.length, -1);
    }

    /**
     * Returns the input of a range of bytes.
     *
     * @param reported position that errors report for the whole range, or -1 if {@code bytes} is the payload
     */
    static AvroInput between(byte[] bytes, int from, int to, int reported) {
        return new AvroInput(bytes, from, to, reported, FREE_STEPS + (long) STEPS_PER_BYTE * (to - from));
    }

    /** Returns the input of a range that was already read and checked once. */
    AvroInput again(int from, int to) {
        return new AvroInput(bytes, from, to, reported, Long.MAX_VALUE);
    }

    /** Adds the steps that another part of the payload has left, and returns this input. */
    AvroInput after(AvroInput other) {
        stepsLeft += other.stepsLeft - FREE_STEPS;
        return this;
    }

    /** Returns the underlying array, which is never modified. */
    byte[] bytes() {
        return bytes;
    }

    /** Returns the index of the next byte in {@link #bytes()}. */
    int at() {
        return super.position();
    }

    @Override
    public int position() {
        return reported < 0 ? at() : reported;
    }

    boolean readBoolean() throws DecodeException {
        byte value = int8();
        if ((value & ~1) != 0) {
            throw failure(Fault.MALFORMED, "The payload has a boolean that is neither 0 nor 1", at() - 1);
        }
        return value == 1;
    }

    long readInt() throws DecodeException {
        int start = at();
        long value = readLong();
        if (value != (int) value) {
            throw failure(Fault.MALFORMED, "The payload has an int of more than 32 bits", start);
        }
        return value;
    }

    /** Reads a number: seven bits in each byte, the lowest first; the lowest of all is the sign. */
    long readLong() throws DecodeException {
        int start = at();
        long bits = 0;
        for (int shift = 0; shift < Long.SIZE; shift += BITS_PER_BYTE) {
            int next = int8();
            bits |= (next & 0x7FL) << shift;
            if (next >= 0 && (shift < Long.SIZE - 1 || next <= 1)) {
                return bits >>> 1 ^ -(bits & 1);
            }
        }
        throw failure(Fault.MALFORMED, "The payload has a number of more than 64 bits", start);
    }

    float readFloat() throws DecodeException {
        return Float.intBitsToFloat(Integer.reverseBytes(int32()));
    }

    double readDouble() throws DecodeException {
        return Double.longBitsToDouble(Long.reverseBytes(int64()));
    }

    /** Reads the length of bytes or of a string, and requires that many bytes to be left. */
    int readLength() throws DecodeException {
        int start = at();
        long length = readLong();
        if (length < 0) {
            throw failure(Fault.MALFORMED, "The payload has a negative length", start);
        }
        return (int) entries(length, 1);
    }

    String readText() throws DecodeException {
        int length = readLength();
        return new String(bytes, skipUtf8(length), length, StandardCharsets.UTF_8);
    }

    /** Skips bytes that must be UTF-8, and returns the index of the first one. */
    int skipUtf8(int length) throws DecodeException {
        int start = pass(length);
        int invalid = Utf8.firstInvalid(bytes, start, start + length);
        if (invalid >= 0) {
            throw failure(Fault.CHARSET, "The payload has a text that is not UTF-8", invalid);
        }
        return start;
    }

    @Override
    public DecodeException endsTooEarly() {
        return failure(Fault.TRUNCATED, "The payload ends too early", at() + left());
    }

    /**
     * Requires that the input can hold a number of values.
     *
     * @param size minimum size of each in bytes; values of size 0 are limited by the remaining steps
     */
    void requireItems(long count, int size) throws DecodeException {
        if (size > 0 && count > left() / size) {
            throw failure(Fault.TRUNCATED, "The payload claims more items than it has bytes for");
        }
        if (size == 0 && count > stepsLeft) {
            throw tooManySteps();
        }
    }

    /** Counts a value that may take no bytes itself. */
    void step() throws DecodeException {
        if (--stepsLeft < 0) {
            throw tooManySteps();
        }
    }

    private DecodeException tooManySteps() {
        return failure(Fault.LIMIT, "The payload claims too many values that take no bytes");
    }

    /** Returns a failure at the current position. */
    DecodeException failure(Fault fault, String reason) {
        return failure(fault, reason, at());
    }

    private DecodeException failure(Fault fault, String reason, int index) {
        return new DecodeException(fault, reason, reported < 0 ? index : reported);
    }
}
