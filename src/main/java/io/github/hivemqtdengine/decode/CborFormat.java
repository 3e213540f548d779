package io.github.hivemqtdengine.decode;

/**
 * CBOR (RFC 8949), one data item per payload. The last of several fields with the same name counts. Names that are not
 * strings become strings: numbers in decimal, bytes in base64. Byte strings stay bytes regardless of their tag, typed
 * arrays (RFC 8746) included.
 */
public record CborFormat() implements DocumentFormat {

    @Override
    public Document open(byte[] payload) throws DecodeException {
        CborClaims.require(payload);
        return new CborDocument(payload, 0, payload.length);
    }
}
