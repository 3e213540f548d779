// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.compression;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.io.IOException;
import java.util.zip.CRC32C;
import org.xerial.snappy.Snappy;

/** Decompression of Snappy: a raw block, a framed stream (framing_format.txt), or a snappy-java stream. */
public final class SnappyBlocks {

    /** Maximum expansion per byte: a copy of three bytes yields at most 64, and a length takes at most five bytes. */
    private static final int MAX_PER_BYTE = 22;

    private static final int STREAM_START = 0xFF;
    private static final int COMPRESSED = 0;
    private static final int PLAIN = 1;
    private static final int FIRST_SKIPPABLE = 0x80;
    private static final int LARGEST_CHUNK = 65_536;

    private final CompressedInput input;
    private final LimitedOutput output;

    private SnappyBlocks(byte[] payload, int limit) {
        this.input = new CompressedInput(payload);
        this.output = new LimitedOutput(limit, 0);
    }

    static byte[] decompress(byte[] payload, int limit) throws DecodeException {
        var blocks = new SnappyBlocks(payload, limit);
        if (blocks.input.startsWith(Magic.SNAPPY_FRAMED)) {
            blocks.chunks();
        } else if (blocks.input.startsWith(Magic.SNAPPY_XERIAL)) {
            blocks.xerial();
        } else {
            blocks.block(payload.length);
        }
        return blocks.output.toBytes();
    }

    /** Decompresses a raw block. */
    public static byte[] bare(byte[] payload, int limit) throws DecodeException {
        var blocks = new SnappyBlocks(payload, limit);
        blocks.block(payload.length);
        return blocks.output.toBytes();
    }

    private void chunks() throws DecodeException {
        while (input.left() > 0) {
            int start = input.position();
            int type = input.unsigned8();
            int length = input.littleEndian24();
            if (type == COMPRESSED || type == PLAIN) {
                chunk(type, length, start);
            } else if (type < FIRST_SKIPPABLE
                    || (type == STREAM_START && !Magic.isAt(input.array(), start, Magic.SNAPPY_FRAMED))) {
                throw new DecodeException(Fault.MALFORMED, "There is no chunk of framed Snappy", start);
            } else {
                input.pass(length);
            }
        }
    }

    private void chunk(int type, int length, int start) throws DecodeException {
        if (length < Integer.BYTES) {
            throw new DecodeException(Fault.MALFORMED, "A chunk of framed Snappy is too short", start);
        }
        int checksum = input.littleEndian32();
        int before = output.size();
        if (type == COMPRESSED) {
            block(length - Integer.BYTES);
        } else {
            int bytes = input.pass(length - Integer.BYTES);
            output.append(input.array(), bytes, length - Integer.BYTES);
        }
        if (output.size() - before > LARGEST_CHUNK) {
            throw new DecodeException(Fault.MALFORMED, "A chunk of framed Snappy is too long", start);
        }
        if (checksum != maskedChecksum(before)) {
            throw new DecodeException(Fault.MALFORMED, "The checksum of a Snappy chunk is wrong", start);
        }
    }

    private int maskedChecksum(int from) {
        var checksum = new CRC32C();
        checksum.update(output.array(), from, output.size() - from);
        return Integer.rotateRight((int) checksum.getValue(), 15) + 0xA282_EAD8;
    }

    /** Decompresses blocks, each after its length; streams may be concatenated. */
    private void xerial() throws DecodeException {
        while (input.left() > 0) {
            if (input.startsWith(Magic.SNAPPY_XERIAL)) {
                input.pass(Magic.SNAPPY_XERIAL.length + 2 * Integer.BYTES); // two version numbers
            } else {
                block(input.int32());
            }
        }
    }

    private void block(int length) throws DecodeException {
        int start = input.pass(length);
        try {
            int size = Snappy.uncompressedLength(input.array(), start, length);
            requirePossible(size, length, start);
            output.reserve(size);
            output.written(Snappy.uncompress(input.array(), start, length, output.array(), output.size()));
        } catch (IOException e) {
            throw new DecodeException(Fault.MALFORMED, "The block of Snappy is damaged", start);
        }
    }

    /** Requires that a block's bytes can expand to the size that it claims. */
    private void requirePossible(int size, int length, int start) throws DecodeException {
        if (size < 0 || size > (long) MAX_PER_BYTE * length) {
            throw new DecodeException(Fault.MALFORMED, "The block of Snappy claims more bytes than it can hold", start);
        }
        output.require(size);
    }
}
