package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

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
            return decompressed(inflate(payload, from, to, limit), from);
        }
    };

    private static final int BUFFER = 4_096;

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

    /** @param from where the block begins in the payload */
    private static AvroInput decompressed(byte[] content, int from) {
        return AvroInput.between(content, 0, content.length, from);
    }

    private static byte[] inflate(byte[] payload, int from, int to, int limit) throws DecodeException {
        var inflater = new Inflater(true);
        try {
            inflater.setInput(payload, from, to - from);
            var content = new ByteArrayOutputStream();
            var buffer = new byte[BUFFER];
            while (!inflater.finished()) {
                int count = inflater.inflate(buffer);
                if (count == 0 && !inflater.finished()) {
                    throw new DecodeException(Fault.TRUNCATED, "The payload has a deflated block without its end", to);
                }
                if (count > limit - content.size()) {
                    throw new DecodeException(
                            Fault.LIMIT, "The payload has more bytes than are read, decompressed", from);
                }
                content.write(buffer, 0, count);
            }
            return content.toByteArray();
        } catch (DataFormatException e) {
            throw new DecodeException(Fault.MALFORMED, "The payload has a deflated block that is damaged", from);
        } finally {
            inflater.end();
        }
    }
}
