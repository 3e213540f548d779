package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Undoes deflate (RFC 1951) in the frames of gzip (RFC 1952, several members) and zlib (RFC 1950). */
final class Inflate {

    private static final int GZIP_MAGIC = 0x8B1F;
    private static final int DEFLATE = 8;

    private static final int HEADER_CHECKSUM = 2;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int RESERVED = 0xE0;

    private final CompressedInput input;
    private final LimitedOutput output;

    private Inflate(byte[] payload, int limit) {
        this.input = new CompressedInput(payload);
        this.output = new LimitedOutput(limit, 4L * payload.length);
    }

    static byte[] gzip(byte[] payload, int limit) throws DecodeException {
        var inflate = new Inflate(payload, limit);
        do {
            inflate.member();
        } while (inflate.input.left() > 0);
        return inflate.output.toBytes();
    }

    static byte[] zlib(byte[] payload, int limit) throws DecodeException {
        var inflate = new Inflate(payload, limit);
        inflate.blocks(false);
        if (inflate.input.left() > 0) {
            throw new DecodeException(
                    Fault.MALFORMED, "There is more behind the end of zlib", inflate.input.position());
        }
        return inflate.output.toBytes();
    }

    /** Undoes deflate that is in no frame; some writers leave a part of a checksum behind it. */
    static byte[] bare(byte[] payload, int limit) throws DecodeException {
        var inflate = new Inflate(payload, limit);
        inflate.blocks(true);
        return inflate.output.toBytes();
    }

    private void member() throws DecodeException {
        header();
        int start = output.size();
        blocks(true);
        int end = input.position();
        var checksum = new CRC32();
        checksum.update(output.array(), start, output.size() - start);
        if (input.integer() != (int) checksum.getValue()) {
            throw new DecodeException(Fault.MALFORMED, "The checksum of gzip is wrong", end);
        }
        if (input.integer() != output.size() - start) {
            throw new DecodeException(Fault.MALFORMED, "The size that gzip gives is wrong", end + Integer.BYTES);
        }
    }

    private void header() throws DecodeException {
        int start = input.position();
        if (input.unsignedShort() != GZIP_MAGIC || input.unsignedByte() != DEFLATE) {
            throw new DecodeException(Fault.MALFORMED, "There is no gzip header", start);
        }
        int flags = input.unsignedByte();
        if ((flags & RESERVED) != 0) {
            throw new DecodeException(Fault.MALFORMED, "The gzip header has flags that nobody knows", start + 3);
        }
        input.skip(6); // the time, how hard the writer tried, and its system
        if ((flags & EXTRA) != 0) {
            input.skip(input.unsignedShort());
        }
        skipText(flags & NAME);
        skipText(flags & COMMENT);
        if ((flags & HEADER_CHECKSUM) != 0) {
            headerChecksum(start);
        }
    }

    private void skipText(int flag) throws DecodeException {
        while (flag != 0 && input.unsignedByte() != 0) {}
    }

    private void headerChecksum(int start) throws DecodeException {
        int end = input.position();
        var checksum = new CRC32();
        checksum.update(input.array(), start, end - start);
        if (input.unsignedShort() != (checksum.getValue() & 0xFFFF)) {
            throw new DecodeException(Fault.MALFORMED, "The checksum of the gzip header is wrong", end);
        }
    }

    /** @param bare without the frame of zlib */
    private void blocks(boolean bare) throws DecodeException {
        var inflater = new Inflater(bare);
        try {
            inflater.setInput(input.array(), input.position(), input.left());
            while (!inflater.finished()) {
                output.grow();
                int count = inflater.inflate(output.array(), output.size(), output.room());
                output.written(count);
                if (count == 0) {
                    requireProgress(inflater);
                }
            }
            input.skip(input.left() - inflater.getRemaining());
        } catch (DataFormatException e) {
            throw new DecodeException(
                    Fault.MALFORMED,
                    "The deflated bytes are damaged: " + e.getMessage(),
                    input.position() + inflater.getBytesRead());
        } finally {
            inflater.end();
        }
    }

    private void requireProgress(Inflater inflater) throws DecodeException {
        if (inflater.needsDictionary()) {
            throw new DecodeException(
                    Fault.UNSUPPORTED, "It was deflated with a dictionary, which nobody has", input.position());
        }
        if (!inflater.finished()) {
            throw input.tooEarly();
        }
    }
}
