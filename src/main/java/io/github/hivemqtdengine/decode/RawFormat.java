package io.github.hivemqtdengine.decode;

import java.util.List;

/**
 * Payloads as they are, without fields: text, or bytes as text.
 *
 * @param encoding how the bytes become text
 */
public record RawFormat(RawEncoding encoding) implements PayloadFormat {

    /** How a payload became text: {@code text}, {@code base64} or {@code hex}. */
    public static final FieldPath ENCODING = new FieldPath(FieldPath.Scope.RECORD, "/encoding");

    /** A payload as {@code byte[]}. */
    public static final FieldPath BYTES = new FieldPath(FieldPath.Scope.RECORD, "/bytes");

    @Override
    public Decoder decoder(List<FieldPath> fields, RecordShape shape) {
        return new RawDecoder(encoding, fields);
    }

    @Override
    public boolean hasFields() {
        return false;
    }
}
