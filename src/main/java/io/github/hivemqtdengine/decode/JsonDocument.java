package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import org.jspecify.annotations.Nullable;

/**
 * JSON (RFC 8259) in valid UTF-8, in a part of a payload. What a route asks for is mostly a few fields of many: only they
 * become values, all else is checked byte by byte.
 */
final class JsonDocument implements Document {

    private final JsonInput input;
    private final JsonNames names;

    /** Of the objects and arrays that are open, which are objects; the outermost is the first. */
    private final boolean[] isObject = new boolean[MAX_DEPTH];

    private int depth;

    /** Whether the innermost one has just been entered. */
    private boolean isFirst;

    private JsonDocument(JsonInput input, JsonNames names) {
        this.input = input;
        this.names = names;
    }

    /** @param start where the JSON begins; it ends with the payload */
    static JsonDocument from(byte[] payload, int start) throws DecodeException {
        return between(payload, start, payload.length, new JsonNames());
    }

    /**
     * JSON that begins and ends somewhere in a payload.
     *
     * @param names those of other documents in the payload, which this one may have, too
     */
    static JsonDocument between(byte[] payload, int start, int end, JsonNames names) throws DecodeException {
        var input = new JsonInput(payload, start, end);
        if (input.peekBehindSpace() == JsonInput.END) {
            throw new DecodeException(Fault.TRUNCATED, "The payload is empty", start);
        }
        return new JsonDocument(input, names);
    }

    @Override
    public Kind kind() {
        return switch (input.peek()) {
            case '{' -> Kind.OBJECT;
            case '[' -> Kind.ARRAY;
            default -> Kind.SCALAR;
        };
    }

    @Override
    public @Nullable Object scalar() throws DecodeException {
        return JsonScalar.read(input);
    }

    @Override
    public void skip() throws DecodeException {
        int outside = depth;
        do {
            if (kind() == Kind.SCALAR) {
                JsonScalar.pass(input);
            } else {
                enter();
            }
        } while (goesOnInside(outside));
    }

    /** Goes to the next value in what has been entered above a depth, whatever its name. */
    private boolean goesOnInside(int outside) throws DecodeException {
        while (depth > outside) {
            if (goesOn()) {
                if (isObject[depth - 1]) {
                    JsonStrings.pass(input);
                    passColon();
                }
                return true;
            }
        }
        return false;
    }

    @Override
    public void enter() throws DecodeException {
        if (depth == MAX_DEPTH) {
            throw input.failure(Fault.LIMIT, "The payload nests deeper than " + MAX_DEPTH + " levels");
        }
        isObject[depth++] = input.peek() == '{';
        isFirst = true;
        input.pass();
    }

    @Override
    public @Nullable String nextField() throws DecodeException {
        if (!goesOn()) {
            return null;
        }
        var name = names.read(input);
        passColon();
        return name;
    }

    @Override
    public boolean nextElement() throws DecodeException {
        return goesOn();
    }

    /** Goes to the next name or element of the innermost object or array; if there is none left, passes that. */
    private boolean goesOn() throws DecodeException {
        int next = input.peekBehindSpace();
        if (next == (isObject[depth - 1] ? '}' : ']')) {
            input.pass();
            depth--;
            isFirst = false;
            return false;
        }
        if (!isFirst) {
            input.expect(',');
            input.peekBehindSpace();
        }
        isFirst = false;
        return true;
    }

    private void passColon() throws DecodeException {
        input.peekBehindSpace();
        input.expect(':');
        input.peekBehindSpace();
    }

    @Override
    public Kept keep() {
        return new KeptJson(input.position());
    }

    private final class KeptJson implements Kept {

        private final int from;
        private int to;

        KeptJson(int from) {
            this.from = from;
        }

        @Override
        public void end() {
            to = input.position();
        }

        @Override
        public Structure structure() {
            return new Structure(input.payload(), from, to);
        }

        @Override
        public Document again() throws DecodeException {
            return between(input.payload(), from, to, names);
        }
    }

    @Override
    public void end() throws DecodeException {
        int behind = input.position();
        if (input.peekBehindSpace() != JsonInput.END) {
            throw input.failure(Fault.MALFORMED, "The payload has something behind its JSON value");
        }
        input.goTo(behind); // there the value ends for who keeps it
    }

    @Override
    public long position() {
        return input.position();
    }
}
