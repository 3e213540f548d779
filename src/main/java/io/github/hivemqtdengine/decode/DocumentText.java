package io.github.hivemqtdengine.decode;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Writes the value that a document stands at as JSON: bytes are base64 text, times are ISO 8601 text, and what is
 * infinite or no number is text. Behind 16 Mi characters it ends.
 */
final class DocumentText {

    private static final JsonFactory WRITING =
            JsonFactory.builder().enable(JsonWriteFeature.WRITE_NAN_AS_STRINGS).build();

    private static final int LONGEST = 16 << 20;

    private final Document document;
    private final JsonGenerator out;

    private DocumentText(Document document, JsonGenerator out) {
        this.document = document;
        this.out = out;
    }

    /** The value's text; the document passes it. */
    static String of(Document document) throws DecodeException {
        var text = new LimitedText();
        try (var out = WRITING.createGenerator(text)) {
            new DocumentText(document, out).value();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a StringWriter throws none
        }
        return text.toString();
    }

    /** What is written behind the longest text is left out: no column holds as much. */
    private static final class LimitedText extends StringWriter {

        @Override
        public void write(char[] characters, int from, int count) {
            super.write(characters, from, Math.min(count, LONGEST - getBuffer().length()));
        }

        @Override
        public void write(String text, int from, int count) {
            super.write(text, from, Math.min(count, LONGEST - getBuffer().length()));
        }

        @Override
        public void write(int character) {
            if (getBuffer().length() < LONGEST) {
                super.write(character);
            }
        }
    }

    private void value() throws IOException, DecodeException {
        switch (document.kind()) {
            case OBJECT -> {
                out.writeStartObject();
                document.enter();
                for (var name = document.nextField(); name != null; name = document.nextField()) {
                    out.writeFieldName(name);
                    value();
                }
                out.writeEndObject();
            }
            case ARRAY -> {
                out.writeStartArray();
                document.enter();
                while (document.nextElement()) {
                    value();
                }
                out.writeEndArray();
            }
            case SCALAR -> write(document.scalar(), out);
        }
    }

    /** Writes a scalar. */
    static void write(@Nullable Object value, JsonGenerator out) throws IOException {
        if (value == null) {
            out.writeNull();
        } else if (value instanceof Boolean truth) {
            out.writeBoolean(truth);
        } else if (value instanceof Long number) {
            out.writeNumber(number);
        } else if (value instanceof Double number) {
            out.writeNumber(number);
        } else if (value instanceof Float number) {
            out.writeNumber(number);
        } else if (value instanceof Number) {
            out.writeNumber(value.toString());
        } else if (value instanceof byte[] bytes) {
            out.writeString(Base64.getEncoder().encodeToString(bytes));
        } else {
            out.writeString(value.toString());
        }
    }
}
