// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.expression;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Locale;

/** Text form of values, for templates and text columns. */
public final class ValueText {

    private static final DateTimeFormatter ISO_MICROS = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private ValueText() {}

    /**
     * Returns the text of a value that is neither null nor missing: digits for numbers, JSON for objects and arrays,
     * base64 for bytes. Times are ISO 8601 in UTC with microseconds, or with nanoseconds if needed.
     */
    public static String of(Object value) {
        if (value instanceof String text) {
            return text;
        }
        if (value instanceof byte[] bytes) {
            return Base64.getEncoder().encodeToString(bytes);
        }
        if (value instanceof Instant time) {
            return time.equals(time.truncatedTo(ChronoUnit.MICROS)) ? ISO_MICROS.format(time) : time.toString();
        }
        // a decimal keeps its exponent: 1e999999999 in full would fill the heap
        return value.toString();
    }

    /** Returns the longest prefix that fits into {@code maxBytes} bytes of UTF-8. */
    public static String cut(String text, int maxBytes) {
        int end = 0;
        int bytes = 0;
        while (end < text.length()) {
            int codePoint = text.codePointAt(end);
            bytes += utf8Length(codePoint);
            if (bytes > maxBytes) {
                break;
            }
            end += Character.charCount(codePoint);
        }
        return text.substring(0, end);
    }

    private static int utf8Length(int codePoint) {
        if (codePoint < 0x80) {
            return 1;
        }
        if (codePoint < 0x800) {
            return 2;
        }
        return codePoint < Character.MIN_SUPPLEMENTARY_CODE_POINT ? 3 : 4;
    }
}
