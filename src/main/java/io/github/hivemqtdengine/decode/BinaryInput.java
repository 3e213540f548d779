package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes of a payload that are read forward, numbers with their highest byte first. What a payload claims is checked first. */
final class BinaryInput {

    private static final VarHandle SHORTS = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final byte[] payload;
    private final int end;
    private int at;

    /** @param to behind the last byte */
    BinaryInput(byte[] payload, int from, int to) {
        this.payload = payload;
        this.at = from;
        this.end = to;
    }

    /** The next byte, in the payload as a whole. */
    int position() {
        return at;
    }

    /** Goes back to a position that it has been at. */
    void goBack(int position) {
        at = position;
    }

    boolean isAtEnd() {
        return at == end;
    }

    /** The next byte, 0 to 255, without passing it. */
    int peek() throws DecodeException {
        require(1);
        return payload[at] & 0xFF;
    }

    /** The next byte, -128 to 127. */
    byte int8() throws DecodeException {
        return payload[pass(1)];
    }

    short int16() throws DecodeException {
        return (short) SHORTS.get(payload, pass(Short.BYTES));
    }

    int int32() throws DecodeException {
        return (int) INTS.get(payload, pass(Integer.BYTES));
    }

    long int64() throws DecodeException {
        return (long) LONGS.get(payload, pass(Long.BYTES));
    }

    /** 0 to 255. */
    int unsigned8() throws DecodeException {
        return int8() & 0xFF;
    }

    /** 0 to 65,535. */
    int unsigned16() throws DecodeException {
        return int16() & 0xFFFF;
    }

    /** 0 to 4,294,967,295. */
    long unsigned32() throws DecodeException {
        return Integer.toUnsignedLong(int32());
    }

    /** @param length how many bytes the payload claims, without a sign */
    byte[] bytes(long length) throws DecodeException {
        int from = pass(length);
        return Arrays.copyOfRange(payload, from, at);
    }

    /** @param length how many bytes of UTF-8 the payload claims, without a sign */
    String text(long length) throws DecodeException {
        int from = passText(length);
        return new String(payload, from, at - from, StandardCharsets.UTF_8);
    }

    /** Passes a text, and says which byte is its first one. */
    int passText(long length) throws DecodeException {
        int from = pass(length);
        Utf8.require(payload, from, at);
        return from;
    }

    /** Passes bytes, and says which is the first of them. */
    int pass(long length) throws DecodeException {
        require(length);
        int from = at;
        at += (int) length;
        return from;
    }

    /**
     * Requires that there can be so many entries.
     *
     * @param count what the payload claims, without a sign
     * @param least how many bytes one has at least
     */
    long entries(long count, int least) throws DecodeException {
        if (Long.compareUnsigned(count, (end - at) / least) > 0) {
            throw endsTooEarly();
        }
        return count;
    }

    private void require(long length) throws DecodeException {
        if (Long.compareUnsigned(length, end - at) > 0) {
            throw endsTooEarly();
        }
    }

    private DecodeException endsTooEarly() {
        return new DecodeException(Fault.TRUNCATED, "The payload ends before what begins", at);
    }
}
