// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.line;

import java.nio.charset.StandardCharsets;

/** Kinds of text in a line. They differ in the characters that end them and that a backslash escapes. */
enum Token {
    MEASUREMENT(", "),
    /** Key of a tag or field, or value of a tag. */
    KEY(", ="),
    /** Value of a field between quotes. */
    TEXT("\"\\");

    private static final byte DELETE = 0x7F;

    private final String escaped;

    @SuppressWarnings("ImmutableEnumChecker") // never changed
    private final boolean[] ends = new boolean[256];

    Token(String escaped) {
        this.escaped = escaped;
        boolean isQuoted = escaped.indexOf('"') >= 0;
        for (int c = 0; c <= DELETE; c++) {
            ends[c] = isQuoted ? c == '"' : isControl((byte) c) || escaped.indexOf(c) >= 0;
        }
    }

    static boolean isControl(byte c) {
        return (c >= 0 && c < ' ') || c == DELETE;
    }

    /** Returns whether the byte is a backslash that escapes the next one; any other backslash is a character. */
    private boolean isEscape(byte[] payload, int at) {
        return payload[at] == '\\' && at + 1 < payload.length && escaped.indexOf(payload[at + 1]) >= 0;
    }

    /** Returns the index of the byte that ends the token, or the length of the payload. */
    int end(byte[] payload, int from) {
        int at = from;
        while (at < payload.length && !ends[payload[at] & 0xFF]) {
            at += isEscape(payload, at) ? 2 : 1;
        }
        return at;
    }

    /** Returns the characters of a token without the backslashes that escape. */
    String text(byte[] payload, int from, int to) {
        if (indexOfBackslash(payload, from, to) == to) {
            return new String(payload, from, to - from, StandardCharsets.UTF_8);
        }
        var characters = new byte[to - from];
        int length = 0;
        for (int at = from; at < to; at++) {
            at += isEscape(payload, at) ? 1 : 0;
            characters[length++] = payload[at];
        }
        return new String(characters, 0, length, StandardCharsets.UTF_8);
    }

    private static int indexOfBackslash(byte[] payload, int from, int to) {
        int at = from;
        while (at < to && payload[at] != '\\') {
            at++;
        }
        return at;
    }
}
