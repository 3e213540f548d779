package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.FieldPath.Scope;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Payloads as they are, without fields: text, or bytes as text.
 *
 * @param encoding how the bytes become text
 * @param charset what text is in
 * @param chunkBytes how many bytes of a payload at most become one record; 0 if a payload is one record
 */
public record RawFormat(RawEncoding encoding, Charset charset, int chunkBytes) implements PayloadFormat {

    /** How a payload became text: {@code text}, {@code base64} or {@code hex}. */
    public static final FieldPath ENCODING = new FieldPath(Scope.RECORD, "/encoding");

    /** The bytes of a payload, or of one chunk of it. */
    public static final FieldPath BYTES = new FieldPath(Scope.RECORD, "/bytes");

    /** The number of a chunk in its payload, from 0. */
    public static final FieldPath CHUNK = new FieldPath(Scope.RECORD, "/chunk");

    /** How many chunks a payload has. */
    public static final FieldPath CHUNKS = new FieldPath(Scope.RECORD, "/chunks");

    /** The CRC-32C of the whole payload (RFC 3720), eight hexadecimal digits. */
    public static final FieldPath CHECKSUM = new FieldPath(Scope.RECORD, "/checksum");

    /** Payloads that become one record each, their text in UTF-8. */
    public RawFormat(RawEncoding encoding) {
        this(encoding, StandardCharsets.UTF_8, 0);
    }

    @Override
    public Decoder decoder(List<FieldPath> fields, RecordShape shape) {
        return new RawDecoder(this, fields);
    }

    @Override
    public boolean hasFields() {
        return false;
    }

    @Override
    public boolean isList() {
        return chunkBytes > 0;
    }
}
