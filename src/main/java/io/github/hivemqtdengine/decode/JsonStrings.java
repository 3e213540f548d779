package io.github.hivemqtdengine.decode;

import java.nio.charset.StandardCharsets;

/** Strings of JSON (RFC 8259, section 7). */
final class JsonStrings {

    private static final int HEX_DIGITS = 4;
    private static final String ESCAPES = "\"\\/bfnrt";
    private static final String ESCAPED = "\"\\/\b\f\n\r\t";

    private JsonStrings() {}

    /** The string that the input is at, which it passes. */
    static String read(JsonInput input) throws DecodeException {
        int from = input.position() + 1;
        boolean isPlain = pass(input);
        return text(input.payload(), from, input.position() - 1, isPlain);
    }

    /**
     * The string between two quotes that have been passed.
     *
     * @param isPlain whether nothing in it is escaped
     */
    static String text(byte[] payload, int from, int to, boolean isPlain) {
        return isPlain ? new String(payload, from, to - from, StandardCharsets.UTF_8) : unescaped(payload, from, to);
    }

    /** Passes the string that the input is at, and says whether nothing in it is escaped. */
    static boolean pass(JsonInput input) throws DecodeException {
        input.expect('"');
        var payload = input.payload();
        int end = input.end();
        boolean isPlain = true;
        int at = input.position();
        while (at < end && payload[at] != '"') {
            if (payload[at] == '\\') {
                isPlain = false;
                at = behindEscape(input, at);
            } else if (payload[at] >= 0 && payload[at] < ' ') {
                input.goTo(at);
                throw input.invalid();
            } else {
                at++;
            }
        }
        input.goTo(at);
        input.expect('"');
        return isPlain;
    }

    private static int behindEscape(JsonInput input, int backslash) throws DecodeException {
        input.goTo(backslash + 1);
        int escape = input.peek();
        if (escape != 'u' && ESCAPES.indexOf(escape) < 0) {
            throw input.invalid();
        }
        input.pass();
        for (int i = 0; escape == 'u' && i < HEX_DIGITS; i++) {
            if (Character.digit(input.peek(), 16) < 0) {
                throw input.invalid();
            }
            input.pass();
        }
        return input.position();
    }

    /** What checked escapes mean. */
    private static String unescaped(byte[] payload, int from, int to) {
        var text = new StringBuilder(to - from);
        int plain = from;
        int at = from;
        while (at < to) {
            if (payload[at] == '\\') {
                text.append(new String(payload, plain, at - plain, StandardCharsets.UTF_8));
                boolean isHex = payload[at + 1] == 'u';
                text.append(isHex ? hex(payload, at + 2) : ESCAPED.charAt(ESCAPES.indexOf(payload[at + 1])));
                at += isHex ? 2 + HEX_DIGITS : 2;
                plain = at;
            } else {
                at++;
            }
        }
        return text.append(new String(payload, plain, to - plain, StandardCharsets.UTF_8))
                .toString();
    }

    private static char hex(byte[] payload, int at) {
        return (char) Integer.parseInt(new String(payload, at, HEX_DIGITS, StandardCharsets.ISO_8859_1), 16);
    }
}
