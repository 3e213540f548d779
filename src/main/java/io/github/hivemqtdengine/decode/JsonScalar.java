package io.github.hivemqtdengine.decode;

import org.jspecify.annotations.Nullable;

/** A string, a number, true, false or null of JSON as a value of a {@link Decoder}. */
final class JsonScalar {

    private JsonScalar() {}

    /** The scalar that the input is at, which it passes. */
    static @Nullable Object read(JsonInput input) throws DecodeException {
        return switch (input.peek()) {
            case '"' -> JsonStrings.read(input);
            case 't', 'f', 'n' -> literal(input);
            default -> JsonNumbers.read(input);
        };
    }

    /** Passes the scalar that the input is at. */
    static void pass(JsonInput input) throws DecodeException {
        switch (input.peek()) {
            case '"' -> JsonStrings.pass(input);
            case 't', 'f', 'n' -> literal(input);
            default -> JsonNumbers.pass(input);
        }
    }

    private static @Nullable Object literal(JsonInput input) throws DecodeException {
        return switch (input.peek()) {
            case 't' -> literal(input, "true", true);
            case 'f' -> literal(input, "false", false);
            default -> literal(input, "null", null);
        };
    }

    private static @Nullable Object literal(JsonInput input, String word, @Nullable Object value)
            throws DecodeException {
        for (int i = 0; i < word.length(); i++) {
            input.expect(word.charAt(i));
        }
        return value;
    }
}
