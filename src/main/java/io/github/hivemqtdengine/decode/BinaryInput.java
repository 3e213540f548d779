// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Forward reader of a payload's bytes; numbers are big-endian. Claimed lengths are checked against the bytes left. */
public class BinaryInput {

    private static final VarHandle SHORTS = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final byte[] payload;
    private final int end;
    private int at;

    /** @param to index after the last byte */
    public BinaryInput(byte[] payload, int from, int to) {
        this.payload = payload;
        this.at = from;
        this.end = to;
    }

    /** Returns the index of the next byte in the whole payload. */
    public int position() {
        return at;
    }

    public boolean isAtEnd() {
        return at == end;
    }

    /** Returns the number of bytes left. */
    public int left() {
        return end - at;
    }

    /** Returns the next byte, 0 to 255, without moving past it. */
    public int peek() throws DecodeException {
        require(1);
        return payload[at] & 0xFF;
    }

    /** Reads a byte, -128 to 127. */
    public byte int8() throws DecodeException {
        return payload[pass(1)];
    }

    public short int16() throws DecodeException {
        return (short) SHORTS.get(payload, pass(Short.BYTES));
    }

    public int int32() throws DecodeException {
        return (int) INTS.get(payload, pass(Integer.BYTES));
    }

    public long int64() throws DecodeException {
        return (long) LONGS.get(payload, pass(Long.BYTES));
    }

    /** Reads a byte, 0 to 255. */
    public int unsigned8() throws DecodeException {
        return int8() & 0xFF;
    }

    /** Reads two bytes, 0 to 65,535. */
    public int unsigned16() throws DecodeException {
        return int16() & 0xFFFF;
    }

    /** Reads four bytes, 0 to 4,294,967,295. */
    public long unsigned32() throws DecodeException {
        return Integer.toUnsignedLong(int32());
    }

    /** Returns an unsigned number: a {@link Long}, or a {@link BigInteger} if it exceeds {@link Long#MAX_VALUE}. */
    public static Number unsigned(long bits) {
        return bits >= 0 ? (Number) bits : new BigInteger(Long.toUnsignedString(bits));
    }

    /**
     * Reads bytes.
     *
     * @param length number of bytes that the payload claims, unsigned
     */
    public byte[] bytes(long length) throws DecodeException {
        int from = pass(length);
        return Arrays.copyOfRange(payload, from, at);
    }

    /**
     * Reads text.
     *
     * @param length number of bytes of UTF-8 that the payload claims, unsigned
     */
    public String text(long length) throws DecodeException {
        int from = passText(length);
        return new String(payload, from, at - from, StandardCharsets.UTF_8);
    }

    /** Skips a string of UTF-8 and returns the index of its first byte. */
    public int passText(long length) throws DecodeException {
        int from = pass(length);
        Utf8.require(payload, from, at);
        return from;
    }

    /** Skips bytes and returns the index of the first one. */
    public int pass(long length) throws DecodeException {
        require(length);
        int from = at;
        at += (int) length;
        return from;
    }

    /**
     * Requires that the bytes left can hold a number of entries, and returns that number.
     *
     * @param count number that the payload claims, unsigned
     * @param least minimum size of an entry in bytes
     */
    public long entries(long count, int least) throws DecodeException {
        if (Long.compareUnsigned(count, left() / least) > 0) {
            throw endsTooEarly();
        }
        return count;
    }

    private void require(long length) throws DecodeException {
        if (Long.compareUnsigned(length, left()) > 0) {
            throw endsTooEarly();
        }
    }

    public DecodeException endsTooEarly() {
        return new DecodeException(Fault.TRUNCATED, "The payload ends within a value", at);
    }
}
