package io.github.hivemqtdengine.decode;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JSON document as a whole, for tools: objects are maps in their order, arrays are lists, and all else is as a
 * {@link Decoder} has it.
 */
public final class JsonTree {

    private static final JsonFactory WRITING = new JsonFactory();

    private JsonTree() {}

    /**
     * Reads a document within the limits of {@link JsonFormat}.
     *
     * @throws DecodeException if these bytes are not one JSON document
     */
    public static @Nullable Object read(byte[] payload) throws DecodeException {
        var document = new JsonFormat().open(payload);
        var value = value(document);
        document.end();
        return value;
    }

    private static @Nullable Object value(Document document) throws DecodeException {
        return switch (document.kind()) {
            case OBJECT -> object(document);
            case ARRAY -> array(document);
            case SCALAR -> document.scalar();
        };
    }

    private static Map<String, @Nullable Object> object(Document document) throws DecodeException {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        document.enter();
        for (var name = document.nextField(); name != null; name = document.nextField()) {
            fields.put(name, value(document));
        }
        return fields;
    }

    private static List<@Nullable Object> array(Document document) throws DecodeException {
        var elements = new ArrayList<@Nullable Object>();
        document.enter();
        while (document.nextElement()) {
            elements.add(value(document));
        }
        return elements;
    }

    /** Writes a document: maps, lists, texts, numbers, truth values and nulls; anything else as its text. */
    public static String write(@Nullable Object value) {
        var text = new StringWriter();
        try (var out = WRITING.createGenerator(text)) {
            write(value, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void write(@Nullable Object value, JsonGenerator out) throws IOException {
        if (value instanceof Map<?, ?> object) {
            out.writeStartObject();
            for (var field : object.entrySet()) {
                out.writeFieldName(String.valueOf(field.getKey()));
                write(field.getValue(), out);
            }
            out.writeEndObject();
        } else if (value instanceof Collection<?> array) {
            out.writeStartArray();
            for (var element : array) {
                write(element, out);
            }
            out.writeEndArray();
        } else {
            DocumentText.write(value, out);
        }
    }
}
