// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.json;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Treatment of bare words for numbers that are not finite, such as {@code nan} and {@code -Infinity}: JSON has none. */
public enum NonFinite {
    /** The payload is malformed. */
    REJECT,
    /** Each is read as null. */
    NULL;

    /** What begins or ends a string, an escape, or such a word. */
    private static final Pattern TOKENS =
            Pattern.compile("\\\\.|[\"\n]|([+-]?(?:nan|inf(?:inity)?))(?![a-z])", Pattern.CASE_INSENSITIVE);

    private static final int WINDOW = 10;

    /** Returns the payload as JSON; the array itself if nothing is to be replaced from the index on. */
    byte[] read(byte[] payload, int from) {
        if (this == REJECT) {
            return payload;
        }
        var text = new String(payload, StandardCharsets.ISO_8859_1);
        var token = TOKENS.matcher(text).region(from, text.length());
        var json = new StringBuilder();
        int copied = 0;
        boolean isQuoted = false;
        while (token.find()) {
            char first = text.charAt(token.start());
            if (first == '"' || first == '\n') {
                isQuoted = first == '"' && !isQuoted; // each line stands alone
            } else if (!isQuoted && token.start(1) >= 0) {
                json.append(text, copied, token.start()).append("null");
                copied = token.end();
            }
        }
        return copied == 0
                ? payload
                : json.append(text, copied, text.length()).toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Returns whether such a word is near an index and does not begin a string. */
    static boolean isNear(byte[] payload, long index) {
        int from = (int) Math.max(0, Math.min(index, payload.length) - WINDOW);
        int to = Math.min(payload.length, from + 2 * WINDOW);
        var text = new String(payload, from, to - from, StandardCharsets.ISO_8859_1);
        return TOKENS.matcher(text)
                .results()
                .anyMatch(
                        found -> found.start(1) >= 0 && (found.start() == 0 || text.charAt(found.start() - 1) != '"'));
    }
}
