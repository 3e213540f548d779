package io.github.hivemqtdengine.decode;

/**
 * How payloads are decompressed. Immutable; may be used by many threads.
 *
 * @param compression how it is known what they were compressed by
 * @param maxBytes how many bytes a payload may have once it is decompressed, 1 to {@code 1 << 28}
 */
public record PayloadCompression(Compression compression, int maxBytes) {

    /** How many bytes a payload may have where nobody says otherwise. */
    public static final int DEFAULT_MAX_BYTES = 1 << 24;

    /** Payloads are what they are. */
    public static final PayloadCompression NONE = new PayloadCompression(Compression.NONE, DEFAULT_MAX_BYTES);

    /**
     * A payload as it was before it was compressed; the same one if it was not.
     *
     * @throws DecodeException if it is damaged, too large, of a codec that nobody knows, or of one whose library can't be
     *     loaded here
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
