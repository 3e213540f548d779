// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.compression;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import org.apache.commons.codec.digest.XXHash32;

/** Decompression of consecutive LZ4 frames (lz4_Frame_format.md) of independent or linked blocks. */
final class Lz4Frames {

    private static final int PLAIN = 0x8000_0000;

    private final CompressedInput input;
    private final LimitedOutput output;

    private Lz4Frames(byte[] payload, int limit) {
        this.input = new CompressedInput(payload);
        this.output = new LimitedOutput(limit, 4L * payload.length);
    }

    static byte[] decompress(byte[] payload, int limit) throws DecodeException {
        var frames = new Lz4Frames(payload, limit);
        do {
            frames.frame();
        } while (frames.input.left() > 0);
        return frames.output.toBytes();
    }

    private void frame() throws DecodeException {
        int start = input.position();
        if (input.skipFrameOfOthers()) {
            return;
        }
        if (input.startsWith(Magic.LZ4)) {
            content(Lz4Header.read(input));
        } else {
            throw new DecodeException(Fault.MALFORMED, "There is no frame of lz4", start);
        }
    }

    private void content(Lz4Header header) throws DecodeException {
        int start = output.size();
        for (int size = input.littleEndian32(); size != 0; size = input.littleEndian32()) {
            block(header, size, start);
        }
        int end = input.position();
        if (header.contentChecksum()) {
            requireHash(output.array(), start, output.size() - start, "The checksum of the lz4 frame is wrong");
        }
        if (header.contentSize() >= 0 && header.contentSize() != output.size() - start) {
            throw new DecodeException(Fault.MALFORMED, "The size that the lz4 frame gives is wrong", end);
        }
    }

    private void block(Lz4Header header, int size, int frameStart) throws DecodeException {
        int length = size & ~PLAIN;
        int position = input.position();
        if (length > header.blockSize()) {
            throw new DecodeException(
                    Fault.MALFORMED, "A block of lz4 is longer than its frame allows", position - Integer.BYTES);
        }
        input.pass(length);
        if (header.blockChecksum()) {
            requireHash(input.array(), position, length, "The checksum of a block of lz4 is wrong");
        }
        if (size < 0) {
            output.append(input.array(), position, length);
        } else {
            int first = header.linked() ? frameStart : output.size();
            new Lz4Block(input.array(), position, position + length, output, first).decompress(header.blockSize());
        }
    }

    private void requireHash(byte[] bytes, int from, int length, String otherwise) throws DecodeException {
        int position = input.position();
        if (input.littleEndian32() != hash(bytes, from, length)) {
            throw new DecodeException(Fault.MALFORMED, otherwise, position);
        }
    }

    static int hash(byte[] bytes, int from, int length) {
        var hash = new XXHash32();
        hash.update(bytes, from, length);
        return (int) hash.getValue();
    }

    /**
     * Header of an LZ4 frame.
     *
     * @param linked whether blocks may copy from earlier blocks
     * @param blockSize maximum size of a block in bytes, compressed or not
     * @param contentSize decompressed size of the frame in bytes, or -1
     */
    private record Lz4Header(
            boolean linked, boolean blockChecksum, boolean contentChecksum, int blockSize, long contentSize) {

        private static final int VERSION = 0xC0;
        private static final int VERSION_1 = 0x40;
        private static final int INDEPENDENT = 0x20;
        private static final int BLOCK_CHECKSUM = 0x10;
        private static final int CONTENT_SIZE = 0x08;
        private static final int CONTENT_CHECKSUM = 0x04;
        private static final int RESERVED = 0x02;
        private static final int DICTIONARY = 0x01;

        private static final int SMALLEST_BLOCK = 4;
        private static final int RESERVED_OF_BLOCKS = 0x8F;

        /** Reads the magic bytes and the header. */
        static Lz4Header read(CompressedInput input) throws DecodeException {
            int start = input.pass(Integer.BYTES) + Integer.BYTES;
            int flags = input.unsigned8();
            int blocks = input.unsigned8();
            if ((flags & VERSION) != VERSION_1
                    || (flags & RESERVED) != 0
                    || (blocks & RESERVED_OF_BLOCKS) != 0
                    || blocks >> 4 < SMALLEST_BLOCK) {
                throw new DecodeException(
                        Fault.UNSUPPORTED, "The lz4 frame has an unknown version or unknown flags", start);
            }
            if ((flags & DICTIONARY) != 0) {
                throw new DecodeException(
                        Fault.UNSUPPORTED,
                        "The lz4 frame was compressed with a dictionary, which is not supported",
                        start);
            }
            long contentSize = (flags & CONTENT_SIZE) == 0 ? -1 : input.littleEndian64();
            requireChecksum(input, start);
            return new Lz4Header(
                    (flags & INDEPENDENT) == 0,
                    (flags & BLOCK_CHECKSUM) != 0,
                    (flags & CONTENT_CHECKSUM) != 0,
                    1 << (2 * (blocks >> 4) + 8),
                    contentSize);
        }

        private static void requireChecksum(CompressedInput input, int start) throws DecodeException {
            int end = input.position();
            int hash = hash(input.array(), start, end - start);
            if (input.unsigned8() != ((hash >> 8) & 0xFF)) {
                throw new DecodeException(Fault.MALFORMED, "The checksum of the lz4 header is wrong", end);
            }
        }
    }

    /**
     * Decompression of one LZ4 block (lz4_Block_format.md): alternating literals and matches. Java libraries do not
     * support linked blocks, which most other writers produce, or allocate 192 KiB for every block.
     */
    static final class Lz4Block {

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
                throw new DecodeException(
                        Fault.MALFORMED, "More comes out of a block of lz4 than its frame allows", start);
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
}
