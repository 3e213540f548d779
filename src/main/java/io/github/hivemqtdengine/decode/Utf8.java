package io.github.hivemqtdengine.decode;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Strict UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF (Unicode, table 3-7). */
final class Utf8 {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private Utf8() {}

    /**
     * The text of bytes that must be UTF-8.
     *
     * @throws DecodeException if they are not
     */
    static String text(byte[] bytes) throws DecodeException {
        require(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /**
     * Checks bytes without decoding them.
     *
     * @throws DecodeException if they are not UTF-8
     */
    static void require(byte[] bytes) throws DecodeException {
        require(bytes, 0, bytes.length);
    }

    /**
     * Checks some of a payload's bytes without decoding them.
     *
     * @param to behind the last one
     * @throws DecodeException if they are not UTF-8
     */
    static void require(byte[] bytes, int from, int to) throws DecodeException {
        int invalid = firstInvalid(bytes, from, to);
        if (invalid >= 0) {
            throw new DecodeException(DecodeException.Fault.CHARSET, "The payload is not UTF-8", invalid);
        }
    }

    /** The index of the first sequence that is not UTF-8, or -1. */
    static int firstInvalid(byte[] bytes) {
        return firstInvalid(bytes, 0, bytes.length);
    }

    /** The index of the first sequence in a part of some bytes that is not UTF-8, or -1. */
    static int firstInvalid(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to) {
            if (at + Long.BYTES <= to && ((long) LONGS.get(bytes, at) & HIGH_BITS) == 0) {
                at += Long.BYTES;
                continue;
            }
            int length = sequenceLength(bytes, at, to);
            if (length == 0) {
                return at;
            }
            at += length;
        }
        return -1;
    }

    /** How many bytes the sequence at an index has, 0 if it is not UTF-8. */
    private static int sequenceLength(byte[] bytes, int at, int to) {
        int lead = bytes[at] & 0xFF;
        if (lead < 0x80) {
            return 1;
        }
        if (lead < 0xC2 || lead > 0xF4) {
            return 0;
        }
        int length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        int low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
        int high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
        boolean valid = at + length <= to && isBetween(bytes[at + 1], low, high);
        for (int i = 2; valid && i < length; i++) {
            valid = isBetween(bytes[at + i], 0x80, 0xBF);
        }
        return valid ? length : 0;
    }

    private static boolean isBetween(byte value, int low, int high) {
        int unsigned = value & 0xFF;
        return unsigned >= low && unsigned <= high;
    }
}
