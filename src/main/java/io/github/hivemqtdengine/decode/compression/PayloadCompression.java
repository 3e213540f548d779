package io.github.hivemqtdengine.decode.compression;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Payload;

/**
 * Decompression settings of payloads. Immutable and thread-safe.
 *
 * @param compression setting that determines the codecs
 * @param maxBytes maximum decompressed size of a payload in bytes, 1 to {@code 1 << 28}
 */
public record PayloadCompression(Compression compression, int maxBytes) {

    /** Default maximum decompressed size of a payload in bytes. */
    public static final int DEFAULT_MAX_BYTES = 1 << 24;

    /** Setting that leaves payloads unchanged. */
    public static final PayloadCompression NONE = new PayloadCompression(Compression.NONE, DEFAULT_MAX_BYTES);

    /**
     * Decompresses a payload; returns the same object if it is not compressed.
     *
     * @throws DecodeException if it is damaged or too large, its codec is unknown, or the codec's library can't be
     *     loaded
     */
    public Payload undo(Payload payload) throws DecodeException {
        var codecs = compression.codecs(payload);
        if (codecs.isEmpty()) {
            return payload;
        }
        byte[] bytes = payload.bytes();
        for (var codec : codecs) {
            bytes = codec.decompress(bytes, maxBytes);
        }
        return new Payload(bytes, payload.contentType(), null);
    }
}
