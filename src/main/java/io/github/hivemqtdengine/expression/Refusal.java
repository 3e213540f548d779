package io.github.hivemqtdengine.expression;

import io.github.hivemqtdengine.decode.Structure;
import java.util.Arrays;

/** A value that does not fit a type. It carries no stack trace: under attack it must stay cheap. */
public final class Refusal extends Exception {

    private static final int MAX_QUOTED = 40;

    /** Of more bytes than that no text is made, only to quote its beginning. */
    private static final int LARGE = 1_000;

    /** In which way it does not fit. */
    public enum Kind {
        /** It is not of the type, or can't be made one of it. */
        TYPE,
        /** It is a text, or bytes, longer than the type holds. */
        LENGTH,
        /** It is a number or a time outside of the type's range. */
        RANGE
    }

    private final Kind kind;

    private Refusal(Kind kind, Object value, String rule) {
        super("\"" + excerpt(value) + "\" " + rule, null, false, false);
        this.kind = kind;
    }

    /**
     * A refusal that quotes the value.
     *
     * @param value the value; its first characters are quoted, without what could disturb a log
     * @param rule what is wrong with it, for example "is no number"
     */
    public static Refusal of(Object value, String rule) {
        return new Refusal(Kind.TYPE, value, rule);
    }

    /** A refusal of a value that is too long. */
    public static Refusal tooLong(Object value, String rule) {
        return new Refusal(Kind.LENGTH, value, rule);
    }

    /** A refusal of a value that is outside of a range. */
    public static Refusal outOfRange(Object value, String rule) {
        return new Refusal(Kind.RANGE, value, rule);
    }

    /** In which way the value does not fit. */
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
