package io.github.hivemqtdengine.expression;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Locale;

/** Values as text: what a template writes, and what a text column stores. */
public final class ValueText {

    private static final DateTimeFormatter ISO_MICROS = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private ValueText() {}

    /**
     * The text of a value that is neither null nor missing: digits for numbers, JSON for objects and arrays, base64 for
     * bytes, ISO 8601 in UTC for times, with microseconds, or with nanoseconds where a time has them.
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
        // a decimal keeps its exponent: written out, 1e999999999 would fill the heap
        return value.toString();
    }

    /** Whether a text can't be stored as it is everywhere: it has U+0000 or half a surrogate pair. */
    public static boolean isUnstorable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0) {
                return true;
            }
            if (Character.isSurrogate(c)) {
                if (!Character.isHighSurrogate(c)
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    return true;
                }
                i++;
            }
        }
        return false;
    }

    /** How many bytes of UTF-8 a text without half surrogate pairs has. */
    public static int utf8Length(CharSequence text) {
        int bytes = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x800) {
                bytes += Character.isSurrogate(c) ? 1 : 2;
            } else if (c >= 0x80) {
                bytes++;
            }
        }
        return bytes;
    }

    /** As much of the beginning as fits into some bytes of UTF-8. */
    public static String cut(String text, int maxBytes) {
        int end = 0;
        int bytes = 0;
        while (end < text.length()) {
            int next = text.offsetByCodePoints(end, 1);
            bytes += ValueText.utf8Length(text.substring(end, next));
            if (bytes > maxBytes) {
                break;
            }
            end = next;
        }
        return text.substring(0, end);
    }
}
