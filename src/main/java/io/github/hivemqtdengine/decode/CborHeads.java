package io.github.hivemqtdengine.decode;

/** The first byte of each data item of CBOR, which says its type, and the number behind it. */
final class CborHeads {

    static final int UNSIGNED = 0;
    static final int NEGATIVE = 1;
    static final int BYTES = 2;
    static final int TEXT = 3;
    static final int ARRAY = 4;
    static final int MAP = 5;
    static final int TAG = 6;
    static final int SIMPLE = 7;

    private static final int INDEFINITE = 31;
    private static final int BREAK = 0xFF;

    private final BinaryInput input;

    CborHeads(BinaryInput input) {
        this.input = input;
    }

    /** The type of the item that the input stands at. */
    int nextType() throws DecodeException {
        return type(input.peek());
    }

    static int type(int head) {
        return head >> 5;
    }

    /** Whether the item ends at a break, or is one. */
    static boolean isIndefinite(int head) {
        return (head & 0x1F) == INDEFINITE;
    }

    /** Whether the number is in the byte behind it. */
    static boolean isOneByteMore(int head) {
        return (head & 0x1F) == 24;
    }

    /**
     * Passes the number behind the first byte: a value, a length or a count, without a sign.
     *
     * @param head the first byte, which is passed
     * @param start where that stood
     */
    long argument(int head, int start) throws DecodeException {
        int info = head & 0x1F;
        return switch (info) {
            case 24 -> input.unsigned8();
            case 25 -> input.unsigned16();
            case 26 -> input.unsigned32();
            case 27 -> input.int64();
            case 28, 29, 30, INDEFINITE -> throw CborTags.wrong(start);
            default -> info;
        };
    }

    /** Passes a break, if one is here. */
    boolean passBreak() throws DecodeException {
        if (input.peek() != BREAK) {
            return false;
        }
        input.pass(1);
        return true;
    }
}
