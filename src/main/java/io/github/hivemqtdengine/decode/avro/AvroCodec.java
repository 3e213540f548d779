// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.avro;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.compression.Codec;
import io.github.hivemqtdengine.decode.compression.Inflate;
import io.github.hivemqtdengine.decode.compression.SnappyBlocks;
import io.github.hivemqtdengine.decode.compression.ZstdFrames;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.CRC32;

/** Compression codecs of Avro container blocks, named as in the container header. */
enum AvroCodec {
    /** No compression. */
    NULL,
    /** Raw deflate (RFC 1951), without a frame. */
    DEFLATE,
    /** Raw Snappy block, followed by the big-endian CRC-32 of the decompressed data. */
    SNAPPY,
    /** Zstandard (RFC 8878). */
    ZSTANDARD;

    /** Returns the codec with a name from a container header. */
    static AvroCodec named(String name, AvroInput header) throws DecodeException {
        for (var codec : values()) {
            if (codec.name().toLowerCase(Locale.ROOT).equals(name)) {
                return codec;
            }
        }
        throw header.failure(
                Fault.UNSUPPORTED,
                "The payload is an Avro container that is compressed with something else than "
                        + Arrays.toString(values()).toLowerCase(Locale.ROOT));
    }

    /**
     * Decompresses a block.
     *
     * @param limit maximum decompressed size in bytes
     */
    AvroInput open(byte[] payload, int from, int to, int limit) throws DecodeException {
        return switch (this) {
            case NULL -> AvroInput.between(payload, from, to, -1);
            case DEFLATE -> decompressed(Codec.ZLIB, Inflate::bare, payload, from, to, limit);
            case SNAPPY -> snappy(payload, from, to, limit);
            case ZSTANDARD -> decompressed(Codec.ZSTD, ZstdFrames::decompress, payload, from, to, limit);
        };
    }

    private static AvroInput snappy(byte[] payload, int from, int to, int limit) throws DecodeException {
        int end = to - Integer.BYTES;
        if (end < from) {
            throw new DecodeException(Fault.TRUNCATED, "The payload has a block of Snappy without a checksum", to);
        }
        var content = decompressed(Codec.SNAPPY, SnappyBlocks::bare, payload, from, end, limit);
        var checksum = new CRC32();
        checksum.update(content.bytes());
        if ((int) checksum.getValue() != ByteBuffer.wrap(payload).getInt(end)) {
            throw new DecodeException(Fault.MALFORMED, "The payload has a block whose checksum is wrong", end);
        }
        return content;
    }

    /** Decompresses a block; errors are reported at a position in the payload. */
    private static AvroInput decompressed(Codec codec, Codec.Undoing how, byte[] payload, int from, int to, int limit)
            throws DecodeException {
        try {
            var content = codec.decompress(how, Arrays.copyOfRange(payload, from, to), limit);
            return AvroInput.between(content, 0, content.length, from);
        } catch (DecodeException e) {
            if (e.fault() == Fault.LIMIT) {
                throw new DecodeException(
                        Fault.LIMIT, "The payload's blocks have more than 16 MiB, decompressed", from);
            }
            throw e.position() < 0
                    ? e
                    : new DecodeException(
                            e.fault(),
                            "The payload has a block that can't be decompressed as " + codec,
                            from + e.position());
        }
    }
}
