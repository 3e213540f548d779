package io.github.hivemqtdengine.decode.sparkplug;

/** Sequence number of a Sparkplug B payload, read without its metrics. */
public final class SequenceNumber {

    /** Number of a payload without one, or of bytes that are not a payload. */
    public static final long NONE = -1;

    private static final int FIELD = 3;
    private static final int TYPE_BITS = 3;
    private static final int VARINT = 0;
    private static final int FIXED_64 = 1;
    private static final int LENGTH = 2;
    private static final int FIXED_32 = 5;
    private static final int MAX_SHIFT = 63;

    private final byte[] bytes;
    private int at;

    private SequenceNumber(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Returns the number, {@link #NONE} if there is none. */
    public static long of(byte[] payload) {
        return new SequenceNumber(payload).find();
    }

    private long find() {
        long number = NONE;
        while (at < bytes.length) {
            long tag = varint();
            long skipped = switch ((int) (tag & ((1 << TYPE_BITS) - 1))) {
                case VARINT -> {
                    long value = varint();
                    number = tag >>> TYPE_BITS == FIELD ? value : number;
                    yield 0;
                }
                case FIXED_64 -> Long.BYTES;
                case LENGTH -> varint();
                case FIXED_32 -> Integer.BYTES;
                default -> -1;
            };
            if (skipped < 0 || skipped > bytes.length - at) {
                return NONE;
            }
            at += (int) skipped;
        }
        return number;
    }

    /** Reads a variable-length number; moves past the end if it is cut or too long. */
    private long varint() {
        long value = 0;
        for (int shift = 0; shift <= MAX_SHIFT && at < bytes.length; shift += Byte.SIZE - 1) {
            byte next = bytes[at++];
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
        at = bytes.length + 1;
        return 0;
    }
}
