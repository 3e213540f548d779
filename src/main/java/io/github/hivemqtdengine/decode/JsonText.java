package io.github.hivemqtdengine.decode;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.github.hivemqtdengine.decode.Document.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks and makes JSON text. */
public final class JsonText {

    private static final JsonFactory WRITING = JsonFactory.builder()
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .build();

    private JsonText() {}

    /** Whether a text is one JSON object and nothing else. */
    public static boolean isObject(String text) {
        try {
            var document = JsonDocument.from(text.getBytes(StandardCharsets.UTF_8), 0); // a byte order mark is no JSON
            if (document.kind() != Kind.OBJECT) {
                return false;
            }
            document.skip();
            document.end();
            return true;
        } catch (DecodeException e) {
            return false;
        }
    }

    /**
     * A JSON object in UTF-8.
     *
     * @param fields its fields in their order: texts, numbers, truth values and nulls
     */
    public static byte[] object(Map<String, ? extends @Nullable Object> fields) {
        var utf8 = new ByteArrayOutputStream();
        try (var out = WRITING.createGenerator(utf8)) {
            out.writeStartObject();
            for (var field : fields.entrySet()) {
                out.writeObjectField(field.getKey(), field.getValue());
            }
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return utf8.toByteArray();
    }
}
