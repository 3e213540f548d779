package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;

/**
 * Header of an LZ4 frame.
 *
 * @param linked whether blocks may copy from earlier blocks
 * @param blockSize maximum size of a block in bytes, compressed or not
 * @param contentSize decompressed size of the frame in bytes, or -1
 */
record Lz4Header(boolean linked, boolean blockChecksum, boolean contentChecksum, int blockSize, long contentSize) {

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
            throw new DecodeException(Fault.UNSUPPORTED, "The header of the lz4 frame says what nobody knows", start);
        }
        if ((flags & DICTIONARY) != 0) {
            throw new DecodeException(
                    Fault.UNSUPPORTED, "The lz4 frame was made with a dictionary, which nobody has", start);
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
        int hash = Lz4Frames.hash(input.array(), start, end - start);
        if (input.unsigned8() != ((hash >> 8) & 0xFF)) {
            throw new DecodeException(Fault.MALFORMED, "The checksum of the lz4 header is wrong", end);
        }
    }
}
