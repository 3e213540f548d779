package io.github.hivemqtdengine.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** JSON in UTF-8, from some byte of a payload on. */
final class JsonDocument implements Document {

    private static final String WHITE_SPACE = " \t\r\n";

    private final byte[] payload;
    private final int start;
    private final int end;
    private final JsonParser parser;

    /** The byte behind the whole value, once that is passed. */
    private int behind;

    private JsonDocument(byte[] payload, int start, int end, JsonParser parser) {
        this.payload = payload;
        this.start = start;
        this.end = end;
        this.parser = parser;
    }

    /** @param start where the JSON begins */
    static JsonDocument from(byte[] payload, int start) throws DecodeException {
        return between(payload, start, payload.length);
    }

    /** JSON that begins and ends somewhere in a payload. */
    static JsonDocument between(byte[] payload, int start, int end) throws DecodeException {
        try {
            var document = new JsonDocument(payload, start, end, JsonInput.open(payload, start, end - start));
            if (document.parser.nextToken() == null) {
                throw new DecodeException(Fault.TRUNCATED, "The payload is empty", 0);
            }
            return document;
        } catch (IOException e) {
            throw wrong(e, start);
        }
    }

    @Override
    public Kind kind() {
        return switch (parser.currentToken()) {
            case START_OBJECT -> Kind.OBJECT;
            case START_ARRAY -> Kind.ARRAY;
            default -> Kind.SCALAR;
        };
    }

    @Override
    public @Nullable Object scalar() throws DecodeException {
        try {
            return JsonScalar.read(parser);
        } catch (NumberFormatException e) {
            throw new DecodeException(
                    Fault.LIMIT, "The payload has a number with an exponent of too many digits", position());
        } catch (IOException e) {
            throw wrong(e, start);
        }
    }

    @Override
    public void skip() throws DecodeException {
        try {
            parser.skipChildren();
        } catch (IOException e) {
            throw wrong(e, start);
        }
    }

    @Override
    public void enter() {
        // the next token is inside
    }

    @Override
    public @Nullable String nextField() throws DecodeException {
        try {
            var name = parser.nextFieldName();
            if (name != null) {
                parser.nextToken();
            }
            return name;
        } catch (IOException e) {
            throw wrong(e, start);
        }
    }

    @Override
    public boolean nextElement() throws DecodeException {
        try {
            return parser.nextToken() != JsonToken.END_ARRAY;
        } catch (IOException e) {
            throw wrong(e, start);
        }
    }

    @Override
    public Kept keep() {
        return new KeptJson((int) position());
    }

    private final class KeptJson implements Kept {

        private final int from;
        private int to;

        KeptJson(int from) {
            this.from = from;
        }

        @Override
        public void end() throws DecodeException {
            to = here();
        }

        @Override
        public Structure structure() {
            return new Structure(payload, from, to);
        }

        @Override
        public Document again() throws DecodeException {
            return between(payload, from, to);
        }
    }

    @Override
    public void end() throws DecodeException {
        behind = here();
        close();
        for (int i = behind; i < end; i++) {
            if (WHITE_SPACE.indexOf(payload[i]) < 0) {
                throw new DecodeException(Fault.MALFORMED, "The payload has something behind its JSON value", i);
            }
        }
    }

    /** Lets the next document have what this one has borrowed. */
    private void close() throws DecodeException {
        try {
            parser.close();
        } catch (IOException e) {
            throw wrong(e, start);
        }
    }

    /** The byte behind the value that has just been passed. */
    private int here() throws DecodeException {
        if (parser.isClosed()) {
            return behind;
        }
        try {
            parser.finishToken();
            return start + (int) parser.currentLocation().getByteOffset();
        } catch (IOException e) {
            throw wrong(e, start);
        }
    }

    @Override
    public long position() {
        return start + parser.currentTokenLocation().getByteOffset();
    }

    /** What the parser says, without its words: they quote the payload. */
    private static DecodeException wrong(IOException e, int start) {
        long position = e instanceof JsonProcessingException json && json.getLocation() != null
                ? start + json.getLocation().getByteOffset()
                : -1;
        if (e instanceof StreamConstraintsException) {
            return new DecodeException(
                    Fault.LIMIT,
                    "The payload nests deeper than " + MAX_DEPTH + " levels, or has a number of more than "
                            + JsonInput.MAX_DIGITS + " digits or a very long field name",
                    position);
        }
        return e instanceof JsonEOFException
                ? new DecodeException(Fault.TRUNCATED, "The payload's JSON ends too early", position)
                : new DecodeException(Fault.MALFORMED, "The payload is not valid JSON", position);
    }
}
