package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;

/** The items of an array or a map, which come in blocks. */
final class AvroBlocks {

    private static final int UNKNOWN = -1;

    private final AvroInput input;
    private final int minSize;
    private long left;
    private int claimedEnd = UNKNOWN;

    /** @param minSize how many bytes an item has at least */
    AvroBlocks(AvroInput input, int minSize) {
        this.input = input;
        this.minSize = minSize;
    }

    /** Whether there is another item, which the input is at then. */
    boolean next() throws DecodeException {
        if (left == 0) {
            left = nextBlock();
        }
        return left != 0 && left-- > 0;
    }

    /** How many items the next block has, once those of this one are read; 0 if there is none left. */
    long nextBlock() throws DecodeException {
        if (claimedEnd != UNKNOWN && claimedEnd != input.at()) {
            throw input.failure(Fault.MALFORMED, "The payload has a block of another size than it says");
        }
        long count = input.readLong();
        claimedEnd = count < 0 ? input.readLength() + input.at() : UNKNOWN;
        if (count == Long.MIN_VALUE) {
            throw input.failure(Fault.MALFORMED, "The payload has a block of too many items");
        }
        input.requireItems(Math.abs(count), minSize);
        return Math.abs(count);
    }
}
