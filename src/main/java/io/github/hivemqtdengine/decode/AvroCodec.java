package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.CRC32;

/** How the blocks of a container are compressed, by the names that containers have for it. */
enum AvroCodec {
    /** Not at all. */
    NULL {
        @Override
        AvroInput open(byte[] payload, int from, int to, int limit) {
            return AvroInput.between(payload, from, to, -1);
        }
    },
    /** RFC 1951, without a frame. */
    DEFLATE {
        @Override
        AvroInput open(byte[] payload, int from, int to, int limit) throws DecodeException {
            return undone(Codec.ZLIB, Inflate::bare, payload, from, to, limit);
        }
    },
    /** A raw block of Snappy, and the CRC-32 of what it holds, the most significant byte first. */
    SNAPPY {
        @Override
        AvroInput open(byte[] payload, int from, int to, int limit) throws DecodeException {
            int end = to - Integer.BYTES;
            if (end < from) {
                throw new DecodeException(Fault.TRUNCATED, "The payload has a block of Snappy without a checksum", to);
            }
            var content = undone(Codec.SNAPPY, SnappyBlocks::bare, payload, from, end, limit);
            var checksum = new CRC32();
            checksum.update(content.bytes());
            if ((int) checksum.getValue() != ByteBuffer.wrap(payload).getInt(end)) {
                throw new DecodeException(Fault.MALFORMED, "The payload has a block whose checksum is wrong", end);
            }
            return content;
        }
    },
    /** RFC 8878. */
    ZSTANDARD {
        @Override
        AvroInput open(byte[] payload, int from, int to, int limit) throws DecodeException {
            return undone(Codec.ZSTD, ZstdFrames::decompress, payload, from, to, limit);
        }
    };

    /** The codec that a container names. */
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
     * The content of a block.
     *
     * @param limit how many bytes it may have
     */
    abstract AvroInput open(byte[] payload, int from, int to, int limit) throws DecodeException;

    /** What a part of the payload holds; of what is wrong with it the place in the payload is told. */
    private static AvroInput undone(Codec codec, Codec.Undoing how, byte[] payload, int from, int to, int limit)
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
