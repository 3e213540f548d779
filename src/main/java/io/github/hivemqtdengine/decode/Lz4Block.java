package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;

/**
 * Decompression of one LZ4 block (lz4_Block_format.md): alternating literals and matches. Java libraries do not support
 * linked blocks, which most other writers produce, or allocate 192 KiB for every block.
 */
final class Lz4Block {

    private static final int LONG = 15;
    private static final int SHORTEST_MATCH = 4;

    private final CompressedInput input;
    private final LimitedOutput output;
    private final int first;

    /**
     * @param from start of the block
     * @param end end of the block
     * @param first index in the output of the first byte that matches may copy
     */
    Lz4Block(byte[] bytes, int from, int end, LimitedOutput output, int first) {
        this.input = new CompressedInput(bytes, from, end, "A block of lz4");
        this.output = output;
        this.first = first;
    }

    /** @param most maximum number of bytes that the block may decompress to */
    void decompress(int most) throws DecodeException {
        int start = input.position();
        int last = Math.addExact(output.size(), most);
        while (!sequence()) {
            requireWithin(last, start);
        }
        requireWithin(last, start);
    }

    private void requireWithin(int last, int start) throws DecodeException {
        if (output.size() > last) {
            throw new DecodeException(Fault.MALFORMED, "More comes out of a block of lz4 than its frame allows", start);
        }
    }

    /** @return whether this was the last sequence, which has only literals */
    private boolean sequence() throws DecodeException {
        int token = input.unsigned8();
        int literals = length(token >> 4);
        output.append(input.array(), input.pass(literals), literals);
        if (input.left() == 0) {
            return true;
        }
        int position = input.position();
        int distance = input.littleEndian16();
        if (distance == 0 || distance > output.size() - first) {
            throw new DecodeException(Fault.MALFORMED, "A block of lz4 repeats what was not there", position);
        }
        output.repeat(distance, SHORTEST_MATCH + length(token & LONG));
        return false;
    }

    private int length(int nibble) throws DecodeException {
        int length = nibble;
        if (nibble == LONG) {
            int more;
            do {
                more = input.unsigned8();
                length = Math.addExact(length, more);
            } while (more == 0xFF);
        }
        return length;
    }
}
