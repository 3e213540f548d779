// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode;

import com.google.protobuf.UnsafeByteOperations;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;

/** Strict UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF (Unicode, table 3-7). */
public final class Utf8 {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;
    private static final int BUFFER = 1_024;

    private Utf8() {}

    /**
     * Checks bytes without decoding them.
     *
     * @throws DecodeException if they are not UTF-8
     */
    public static void require(byte[] bytes) throws DecodeException {
        require(bytes, 0, bytes.length);
    }

    /**
     * Checks a range of bytes without decoding them.
     *
     * @param to index after the last byte
     * @throws DecodeException if they are not UTF-8
     */
    public static void require(byte[] bytes, int from, int to) throws DecodeException {
        int invalid = firstInvalid(bytes, from, to);
        if (invalid >= 0) {
            throw new DecodeException(DecodeException.Fault.CHARSET, "The payload is not UTF-8", invalid);
        }
    }

    /** Returns the index of the first sequence in a range of bytes that is not UTF-8, or -1. */
    public static int firstInvalid(byte[] bytes, int from, int to) {
        int at = from;
        while (at + Long.BYTES <= to && ((long) LONGS.get(bytes, at) & HIGH_BITS) == 0) {
            at += Long.BYTES;
        }
        return UnsafeByteOperations.unsafeWrap(bytes, at, to - at).isValidUtf8() ? -1 : endOfValid(bytes, at, to);
    }

    /** The position that protobuf-java does not say, found by decoding. */
    private static int endOfValid(byte[] bytes, int from, int to) {
        var decoder = StandardCharsets.UTF_8.newDecoder();
        var input = ByteBuffer.wrap(bytes, from, to - from);
        var text = CharBuffer.allocate(Math.min(to - from, BUFFER));
        while (decoder.decode(input, text, true).isOverflow()) {
            text.clear();
        }
        return input.position();
    }
}
