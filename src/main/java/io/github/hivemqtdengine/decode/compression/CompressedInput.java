// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.compression;

import io.github.hivemqtdengine.decode.BinaryInput;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.util.HexFormat;

/** Reader of the framing around compressed bytes, with little-endian numbers. */
final class CompressedInput extends BinaryInput {

    /** Last three magic bytes of a skippable frame in LZ4 and Zstandard; the first byte is 50 to 5F. */
    private static final byte[] OTHERS = HexFormat.of().parseHex("2a4d18");

    private final byte[] bytes;
    private final String name;

    CompressedInput(byte[] bytes) {
        this(bytes, 0, bytes.length, "The compressed payload");
    }

    /** @param name name of the part in error messages */
    CompressedInput(byte[] bytes, int from, int to, String name) {
        super(bytes, from, to);
        this.bytes = bytes;
        this.name = name;
    }

    byte[] array() {
        return bytes;
    }

    int littleEndian16() throws DecodeException {
        return Short.toUnsignedInt(Short.reverseBytes(int16()));
    }

    int littleEndian24() throws DecodeException {
        return littleEndian16() | unsigned8() << 16;
    }

    int littleEndian32() throws DecodeException {
        return Integer.reverseBytes(int32());
    }

    long littleEndian64() throws DecodeException {
        return Long.reverseBytes(int64());
    }

    @Override
    public DecodeException endsTooEarly() {
        return new DecodeException(Fault.TRUNCATED, name + " ends too early", position() + left());
    }

    /** Skips a skippable frame of LZ4 or Zstandard if one comes next, and returns whether it did. */
    boolean skipFrameOfOthers() throws DecodeException {
        if (!Magic.isAt(bytes, position() + 1, OTHERS) || bytes[position()] >> 4 != 0x5) {
            return false;
        }
        pass(Integer.BYTES);
        pass(littleEndian32());
        return true;
    }

    /** Returns whether these bytes come next. */
    boolean startsWith(byte[] magic) {
        return Magic.isAt(bytes, position(), magic);
    }
}
