package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.util.Arrays;

/** The data of an object container file: blocks, each behind its length and before the sync marker of the file. */
final class AvroContainer extends AvroList {

    /** How many bytes the blocks of a payload may have, decompressed. */
    private static final int MOST_DECOMPRESSED = 16 << 20;

    private final AvroInput input;
    private final AvroHeader header;
    private final AvroType type;
    private AvroInput block;
    private long left;
    private int decompressed;
    private long freeSteps;
    /** Whether a block is being decompressed; still so when that has failed. */
    private boolean isOpening;
    /** Where to look for the end of a block that is broken. */
    private int search;

    /** @param input behind the header */
    AvroContainer(AvroInput input, AvroHeader header, AvroType type) throws DecodeException {
        super(input);
        this.input = input;
        this.header = header;
        this.type = type;
        this.block = AvroInput.between(input.bytes(), input.at(), input.at(), -1);
        this.freeSteps = block.freeSteps();
    }

    @Override
    boolean nextDatum() throws DecodeException {
        while (left == 0) {
            if (block.left() > 0) {
                throw block.failure(Fault.MALFORMED, "The payload has a block of more bytes than its data have");
            }
            if (input.left() == 0) {
                return false;
            }
            nextBlock();
        }
        left--;
        return true;
    }

    private void nextBlock() throws DecodeException {
        search = input.at();
        long count = input.readLong();
        if (count < 0) {
            throw input.failure(Fault.MALFORMED, "The payload has a block of a negative number of data");
        }
        int size = input.readLength();
        int start = input.at();
        search = start;
        input.skip(size);
        if (!Arrays.equals(input.readFixed(AvroHeader.SYNC_SIZE), header.sync())) {
            throw input.failure(Fault.MALFORMED, "The payload has a block that does not end with the sync marker");
        }
        freeSteps = Math.min(freeSteps, block.freeSteps());
        block = opened(start, size).withFreeSteps(freeSteps);
        decompressed += block.left();
        block.requireItems(count, type.minSize());
        left = count;
    }

    private AvroInput opened(int start, int size) throws DecodeException {
        isOpening = true;
        var content = header.codec().open(input.bytes(), start, start + size, MOST_DECOMPRESSED - decompressed);
        isOpening = false;
        return content;
    }

    /**
     * The next block begins behind the next sync marker, unless there was too much in all. Nobody knows how much came out
     * of a block before it failed; so that many of them can't cost more than twice the limit, each takes half of what is left.
     */
    @Override
    void pass(DecodeException failure) throws DecodeException {
        if (failure.fault() == Fault.UNSUPPORTED || (failure.fault() == Fault.LIMIT && isOpening)) {
            throw failure;
        }
        if (isOpening) {
            decompressed += (MOST_DECOMPRESSED - decompressed) / 2;
            isOpening = false;
        }
        int next = indexOfSync(search);
        input.goTo(next < 0 ? input.at() + input.left() : next + AvroHeader.SYNC_SIZE);
        freeSteps = Math.min(freeSteps, block.freeSteps());
        block = AvroInput.between(input.bytes(), input.at(), input.at(), -1);
        left = 0;
    }

    private int indexOfSync(int from) {
        var bytes = input.bytes();
        var sync = header.sync();
        for (int i = from; i <= bytes.length - sync.length; i++) {
            if (Arrays.equals(bytes, i, i + sync.length, sync, 0, sync.length)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    AvroType type() {
        return type;
    }

    @Override
    AvroInput input() {
        return block;
    }
}
