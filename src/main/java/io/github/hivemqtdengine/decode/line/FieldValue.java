// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.line;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Value of a field: quoted text, a boolean, or a number whose last letter is its type. */
final class FieldValue {

    private static final Set<String> TRUE = Set.of("t", "T", "true", "True", "TRUE");
    private static final Set<String> FALSE = Set.of("f", "F", "false", "False", "FALSE");
    private static final int LONGEST_BOOLEAN = 5;

    /** Number of characters up to which every number without an exponent is in the range of its type. */
    private static final int SMALL = 19;

    private FieldValue() {}

    /** Returns the index of the byte after a value, or -1 if its closing quote is missing. */
    static int end(byte[] payload, int from) {
        if (from < payload.length && payload[from] == '"') {
            int quote = Token.TEXT.end(payload, from + 1);
            return quote < payload.length ? quote + 1 : -1;
        }
        int at = from;
        while (at < payload.length && ", \r\n".indexOf(payload[at]) < 0) {
            at++;
        }
        return at;
    }

    /** Returns what is wrong with a value, or {@code null}. */
    static @Nullable String objection(byte[] payload, int from, int to) {
        if (from == to) {
            return "a field has no value";
        }
        byte first = payload[from];
        if (first == '"' || bool(payload, from, to) != null) {
            return null;
        }
        boolean isRight = switch (payload[to - 1]) {
            case 'i' -> isInteger(payload, first == '-' ? from + 1 : from, to - 1);
            case 'u' -> isInteger(payload, from, to - 1);
            default -> isFloat(payload, from, to);
        };
        if (!isRight) {
            return "the value of a field is not a number, a boolean or text in double quotes";
        }
        return isInRange(payload, from, to) ? null : "the number of a field is outside the range of its type";
    }

    private static @Nullable Boolean bool(byte[] payload, int from, int to) {
        if (to - from > LONGEST_BOOLEAN || "tTfF".indexOf(payload[from]) < 0) {
            return null;
        }
        var word = ascii(payload, from, to);
        return TRUE.contains(word) ? Boolean.TRUE : FALSE.contains(word) ? Boolean.FALSE : null;
    }

    private static String ascii(byte[] payload, int from, int to) {
        return new String(payload, from, to - from, StandardCharsets.ISO_8859_1);
    }

    private static boolean isInteger(byte[] payload, int from, int to) {
        return from < to && afterDigits(payload, from, to) == to;
    }

    private static int afterDigits(byte[] payload, int from, int to) {
        int at = from;
        while (at < to && payload[at] >= '0' && payload[at] <= '9') {
            at++;
        }
        return at;
    }

    private static boolean isFloat(byte[] payload, int from, int to) {
        int whole = payload[from] == '-' ? from + 1 : from;
        int point = afterDigits(payload, whole, to);
        boolean hasPoint = point < to && payload[point] == '.';
        int end = hasPoint ? afterDigits(payload, point + 1, to) : point;
        boolean hasDigits = end - whole > (hasPoint ? 1 : 0);
        return hasDigits && (end == to || isExponent(payload, end, to));
    }

    private static boolean isExponent(byte[] payload, int from, int to) {
        boolean isSigned = from + 1 < to && (payload[from + 1] == '+' || payload[from + 1] == '-');
        return (payload[from] == 'e' || payload[from] == 'E') && isInteger(payload, isSigned ? from + 2 : from + 1, to);
    }

    private static boolean isInRange(byte[] payload, int from, int to) {
        try {
            return isSmall(payload, from, to)
                    || Double.isFinite(number(payload, from, to).doubleValue());
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** Returns whether a number is so short that it needs no parsing to be in the range of its type. */
    private static boolean isSmall(byte[] payload, int from, int to) {
        for (int at = from; at < to; at++) {
            if (payload[at] == 'e' || payload[at] == 'E') {
                return false;
            }
        }
        return to - from <= SMALL;
    }

    /**
     * Returns a number whose syntax is right.
     *
     * @throws NumberFormatException if an integer has more than 64 bits
     */
    private static Number number(byte[] payload, int from, int to) {
        var text = ascii(payload, from, to);
        int end = text.length() - 1;
        return switch (text.charAt(end)) {
            case 'i' -> Long.parseLong(text, 0, end, 10);
            case 'u' -> unsigned(text.substring(0, end));
            default -> Double.parseDouble(text);
        };
    }

    private static BigInteger unsigned(String digits) {
        Long.parseUnsignedLong(digits); // refuses digits that BigInteger would take long to parse
        return new BigInteger(digits);
    }

    /** Returns the value in bytes without an {@link #objection}. */
    static Object of(byte[] payload, int from, int to) {
        if (payload[from] == '"') {
            return Token.TEXT.text(payload, from + 1, to - 1);
        }
        var bool = bool(payload, from, to);
        return bool == null ? number(payload, from, to) : bool;
    }
}
