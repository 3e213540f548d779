package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;

/**
 * Undoes one block of LZ4 (lz4_Block_format.md): literals and repetitions in turns. The library's decompressor knows no
 * linked blocks, which most writers but Java's make, and wants an array of the size that a header claims.
 */
final class Lz4Block {

    private static final int LONG = 15;
    private static final int SHORTEST_MATCH = 4;

    private final byte[] bytes;
    private final int end;
    private final LimitedOutput output;
    private final int first;
    private int at;

    /**
     * @param from where the block begins
     * @param end where it ends
     * @param first from where on it may repeat what came out
     */
    Lz4Block(byte[] bytes, int from, int end, LimitedOutput output, int first) {
        this.bytes = bytes;
        this.at = from;
        this.end = end;
        this.output = output;
        this.first = first;
    }

    /** @param most how many bytes may come out of the block */
    void decompress(int most) throws DecodeException {
        int start = at;
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

    /** @return whether it was the last one, which is all literals */
    private boolean sequence() throws DecodeException {
        int token = next();
        int literals = length(token >> 4);
        int from = skip(literals);
        output.append(bytes, from, literals);
        if (at == end) {
            return true;
        }
        int position = at;
        int distance = next() | next() << 8;
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
                more = next();
                length = Math.addExact(length, more);
            } while (more == 0xFF);
        }
        return length;
    }

    private int next() throws DecodeException {
        return bytes[skip(1)] & 0xFF;
    }

    private int skip(int count) throws DecodeException {
        if (count > end - at) {
            throw new DecodeException(Fault.TRUNCATED, "A block of lz4 ends too early", end);
        }
        at += count;
        return at - count;
    }
}
