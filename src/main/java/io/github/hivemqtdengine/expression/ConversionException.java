// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.expression;

import io.github.hivemqtdengine.decode.document.Structure;
import java.util.Arrays;

/** Conversion error: a value does not fit a type. Has no stack trace, so that it stays cheap under attack. */
public final class ConversionException extends Exception {

    private static final int MAX_QUOTED = 40;

    /** Size in bytes above which a structure is not converted to text just to quote its beginning. */
    private static final int LARGE = 1_000;

    /** Kind of mismatch between a value and a type. */
    public enum Kind {
        /** The value is not of the type and can't be converted. */
        TYPE,
        /** The value is text, or bytes, longer than the type holds. */
        LENGTH,
        /** The value is a number or a time outside the type's range. */
        RANGE
    }

    private final Kind kind;

    private ConversionException(Kind kind, Object value, String rule) {
        super("\"" + excerpt(value) + "\" " + rule, null, false, false);
        this.kind = kind;
    }

    /**
     * Creates an error that quotes the value.
     *
     * @param value the value; its first characters are quoted, with control and format characters replaced
     * @param rule the error, for example "is not a number"
     */
    public static ConversionException of(Object value, String rule) {
        return new ConversionException(Kind.TYPE, value, rule);
    }

    /** Creates an error for a value that is too long. */
    public static ConversionException tooLong(Object value, String rule) {
        return new ConversionException(Kind.LENGTH, value, rule);
    }

    /** Creates an error for a value outside a range. */
    public static ConversionException outOfRange(Object value, String rule) {
        return new ConversionException(Kind.RANGE, value, rule);
    }

    public Kind kind() {
        return kind;
    }

    private static String excerpt(Object value) {
        if (value instanceof Structure structure && structure.size() > LARGE) {
            return "an object or array of " + structure.size() + " bytes";
        }
        var text = ValueText.of(value instanceof byte[] bytes ? firstOf(bytes) : value);
        var quoted = new StringBuilder();
        text.codePoints().limit(MAX_QUOTED).map(c -> isHarmless(c) ? c : '?').forEach(quoted::appendCodePoint);
        return quoted.length() < text.length() ? quoted.append("...").toString() : quoted.toString();
    }

    private static byte[] firstOf(byte[] bytes) {
        return Arrays.copyOf(bytes, Math.min(bytes.length, MAX_QUOTED));
    }

    private static boolean isHarmless(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
