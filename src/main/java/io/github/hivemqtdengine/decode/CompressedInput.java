package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads what codecs put around compressed bytes. */
final class CompressedInput {

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int OTHERS = 0x184D_2A50;
    private static final int OTHERS_MASK = 0xFFFF_FFF0;

    private final byte[] bytes;
    private int position;

    CompressedInput(byte[] bytes) {
        this.bytes = bytes;
    }

    byte[] array() {
        return bytes;
    }

    int position() {
        return position;
    }

    /** How many bytes there are from the position on. */
    int left() {
        return bytes.length - position;
    }

    /** The next byte, 0 to 255. */
    int unsignedByte() throws DecodeException {
        return bytes[skip(1)] & 0xFF;
    }

    /** The next two bytes, the least first. */
    int unsignedShort() throws DecodeException {
        return unsignedByte() | unsignedByte() << 8;
    }

    /** The next three bytes, the least first. */
    int unsignedMedium() throws DecodeException {
        return unsignedShort() | unsignedByte() << 16;
    }

    /** The next four bytes, the least first. */
    int integer() throws DecodeException {
        return (int) INTS.get(bytes, skip(Integer.BYTES));
    }

    /** The next eight bytes, the least first. */
    long longInteger() throws DecodeException {
        return Integer.toUnsignedLong(integer()) | (long) integer() << Integer.SIZE;
    }

    /**
     * Goes on.
     *
     * @param count how many bytes; a negative one is as an unsigned one
     * @return the position before
     */
    int skip(int count) throws DecodeException {
        if (Integer.compareUnsigned(count, left()) > 0) {
            throw tooEarly();
        }
        position += count;
        return position - count;
    }

    DecodeException tooEarly() {
        return new DecodeException(Fault.TRUNCATED, "The compressed payload ends too early", bytes.length);
    }

    /** Skips a frame that LZ4 and Zstandard leave to others, if one comes next, and says whether one did. */
    boolean skipFrameOfOthers() throws DecodeException {
        if (left() < Integer.BYTES || ((int) INTS.get(bytes, position) & OTHERS_MASK) != OTHERS) {
            return false;
        }
        skip(Integer.BYTES);
        skip(integer());
        return true;
    }

    /** Whether these bytes come next. */
    boolean startsWith(byte[] magic) {
        return Magic.isAt(bytes, position, magic);
    }
}
