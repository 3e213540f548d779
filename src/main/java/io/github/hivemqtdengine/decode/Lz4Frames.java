package io.github.hivemqtdengine.decode;

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
}
