package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.RawEncoding.Encoded;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Takes a payload as it is: one record of up to three fields, whatever their scope. */
final class RawDecoder implements Decoder {

    private static final String TEXT = "";
    private static final String ENCODING = RawFormat.ENCODING.pointer();
    private static final Set<String> FIELDS = Set.of(TEXT, ENCODING, RawFormat.BYTES.pointer());

    private final RawEncoding encoding;
    private final List<String> fields;

    /**
     * A decoder for some fields.
     *
     * @param encoding how the bytes become text
     * @throws IllegalArgumentException if a field is none of the payload's text, {@link RawFormat#ENCODING} and {@link RawFormat#BYTES}
     */
    RawDecoder(RawEncoding encoding, List<FieldPath> fields) {
        this.encoding = encoding;
        this.fields = fields.stream().map(FieldPath::pointer).toList();
        if (!FIELDS.containsAll(this.fields)) {
            throw new IllegalArgumentException(
                    "A raw payload has no fields; use ${payload}, or a format that has them");
        }
    }

    @Override
    public List<@Nullable Object[]> decode(Payload payload, BrokenRecords broken) throws DecodeException {
        var encoded = encoding.encode(payload.bytes());
        var record = new @Nullable Object[fields.size()];
        for (int i = 0; i < record.length; i++) {
            record[i] = value(fields.get(i), encoded, payload);
        }
        return Collections.singletonList(record);
    }

    private static Object value(String field, Encoded encoded, Payload payload) {
        if (field.equals(TEXT)) {
            return encoded.text();
        }
        return field.equals(ENCODING) ? encoded.encoding().label() : payload.bytes();
    }
}
