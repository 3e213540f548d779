package io.github.hivemqtdengine.decode;

/**
 * CBOR (RFC 8949), one data item. Of several fields with the same name the last one counts; names that are no text are
 * taken as text, numbers in decimal and bytes in base64. Byte strings are bytes whatever their tag, typed arrays (RFC
 * 8746) with it.
 */
public record CborFormat() implements DocumentFormat {

    @Override
    public Document open(byte[] payload) throws DecodeException {
        return BinaryDocument.open(payload, CborItems::new);
    }
}
