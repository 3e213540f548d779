// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.github.hivemqtdengine.decode.DecodeException;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Writes the current value of a document as JSON. Bytes are base64 strings, times ISO 8601 strings, and infinities and
 * NaN strings. The text is cut after 16 Mi characters.
 */
public final class DocumentText {

    private static final JsonFactory WRITING =
            JsonFactory.builder().enable(JsonWriteFeature.WRITE_NAN_AS_STRINGS).build();

    private static final int LONGEST = 16 << 20;

    private final Document document;
    private final JsonGenerator out;

    private DocumentText(Document document, JsonGenerator out) {
        this.document = document;
        this.out = out;
    }

    /** Returns the value's JSON and moves the document past the value. */
    public static String of(Document document) throws DecodeException {
        var text = new LimitedText();
        try (var out = WRITING.createGenerator(text)) {
            new DocumentText(document, out).value();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a StringWriter throws no IOException
        }
        return text.toString();
    }

    /** Writer that drops all text beyond the limit, because no column can hold that much. */
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

    private static void write(@Nullable Object value, JsonGenerator out) throws IOException {
        if (value == null || value instanceof Boolean || value instanceof Number || value instanceof byte[]) {
            out.writeObject(value);
        } else {
            out.writeString(value.toString());
        }
    }
}
