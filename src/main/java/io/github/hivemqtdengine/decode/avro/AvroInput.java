package io.github.hivemqtdengine.decode.avro;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Utf8;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;

/**
 * Avro's {@link BinaryDecoder} with the extension's limits in front. A length is accepted only if that many bytes are
 * left, and values that may take no bytes are counted. Bytes that the decoder accepts although the specification does
 * not define them are rejected. For one thread.
 */
final class AvroInput {

    /** Number of values that may take no bytes in a payload, in addition to {@link #STEPS_PER_BYTE} for each byte. */
    private static final int FREE_STEPS = 100_000;

    private static final int STEPS_PER_BYTE = 8;
    private static final int LONGEST_NUMBER = 10;

    private final byte[] bytes;
    private final int end;
    private final long reported;
    private final BinaryDecoder decoder;
    private long stepsLeft;

    private AvroInput(byte[] bytes, int from, int end, long reported, long steps) {
        this.bytes = bytes;
        this.end = end;
        this.decoder = DecoderFactory.get().binaryDecoder(bytes, from, end - from, null);
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
    static AvroInput between(byte[] bytes, int from, int to, long reported) {
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

    /** Returns the index of the next byte in {@link #bytes}. */
    int at() {
        return end - left();
    }

    /** Returns the number of bytes left, also if the decoder has moved past the end. */
    int left() {
        return Math.max(0, decoder.remainingBytes());
    }

    /** Returns the current position in the payload. */
    long position() {
        return reported < 0 ? at() : reported;
    }

    boolean readBoolean() throws DecodeException {
        byte value = readFixed(1)[0];
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

    /** Reads a number and rejects a tenth byte with bits beyond the 64th, which the decoder ignores. */
    long readLong() throws DecodeException {
        int start = at();
        try {
            long value = decoder.readLong();
            int next = at();
            if (next - start < LONGEST_NUMBER || (bytes[next - 1] & ~1) == 0) {
                return value;
            }
        } catch (EOFException e) {
            throw endsTooEarly();
        } catch (IOException e) {
            // rejected below
        }
        throw failure(Fault.MALFORMED, "The payload has a number of more than 64 bits", start);
    }

    float readFloat() throws DecodeException {
        return read(BinaryDecoder::readFloat);
    }

    double readDouble() throws DecodeException {
        return read(BinaryDecoder::readDouble);
    }

    byte[] readFixed(int size) throws DecodeException {
        int start = at();
        skip(size);
        return Arrays.copyOfRange(bytes, start, start + size);
    }

    /** Read operation that fails only if there are too few bytes. */
    @FunctionalInterface
    private interface Read<T> {
        T from(BinaryDecoder decoder) throws IOException;
    }

    private <T> T read(Read<T> read) throws DecodeException {
        try {
            return read.from(decoder);
        } catch (IOException e) {
            throw endsTooEarly();
        }
    }

    /** Reads the length of bytes or of a string, and requires that many bytes to be left. */
    int readLength() throws DecodeException {
        int start = at();
        long length = readLong();
        if (length < 0) {
            throw failure(Fault.MALFORMED, "The payload has a negative length", start);
        }
        require(length);
        return (int) length;
    }

    String readText() throws DecodeException {
        int length = readLength();
        int start = at();
        skipUtf8(length);
        return new String(bytes, start, length, StandardCharsets.UTF_8);
    }

    /** Skips bytes that must be UTF-8. */
    void skipUtf8(int length) throws DecodeException {
        int start = at();
        int invalid = Utf8.firstInvalid(bytes, start, start + length);
        if (invalid >= 0) {
            throw failure(Fault.CHARSET, "The payload has a text that is not UTF-8", invalid);
        }
        skip(length);
    }

    void skip(long count) throws DecodeException {
        require(count);
        read(from -> {
            from.skipFixed((int) count);
            return count;
        });
    }

    private void require(long count) throws DecodeException {
        if (count > left()) {
            throw endsTooEarly();
        }
    }

    private DecodeException endsTooEarly() {
        return failure(Fault.TRUNCATED, "The payload ends too early", end);
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
