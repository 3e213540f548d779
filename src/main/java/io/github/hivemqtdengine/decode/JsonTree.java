package io.github.hivemqtdengine.decode;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
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
        try (var parser = JsonInput.open(withoutMark(Utf8.text(payload)))) {
            if (parser.nextToken() == null) {
                throw new DecodeException(Fault.TRUNCATED, "The payload is empty", 0);
            }
            var value = value(parser);
            if (parser.nextToken() != null) {
                throw new DecodeException(Fault.MALFORMED, "The payload goes on behind its JSON", -1);
            }
            return value;
        } catch (NumberFormatException e) {
            throw new DecodeException(Fault.LIMIT, "The payload has a number with an exponent of too many digits", -1);
        } catch (IOException e) {
            throw new DecodeException(
                    Fault.MALFORMED,
                    "The payload is not valid JSON",
                    e instanceof JsonProcessingException json && json.getLocation() != null
                            ? json.getLocation().getCharOffset()
                            : -1);
        }
    }

    private static String withoutMark(String text) {
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    private static @Nullable Object value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> integer(parser.getBigIntegerValue());
            case VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }

    private static Object integer(BigInteger number) {
        return number.bitLength() < Long.SIZE ? (Object) number.longValue() : number;
    }

    private static Map<String, @Nullable Object> object(JsonParser parser) throws IOException {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            var name = parser.currentName();
            parser.nextToken();
            fields.put(name, value(parser));
        }
        return fields;
    }

    private static List<@Nullable Object> array(JsonParser parser) throws IOException {
        var elements = new ArrayList<@Nullable Object>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            elements.add(value(parser));
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
