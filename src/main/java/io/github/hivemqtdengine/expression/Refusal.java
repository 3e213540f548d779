package io.github.hivemqtdengine.expression;

import java.util.Arrays;

/** A value that does not fit a type. It carries no stack trace: under attack it must stay cheap. */
public final class Refusal extends Exception {

    private static final int MAX_QUOTED = 40;

    private Refusal(String reason) {
        super(reason, null, false, false);
    }

    /**
     * A refusal that quotes the value.
     *
     * @param value the value; its first characters are quoted, without what could disturb a log
     * @param rule what is wrong with it, for example "is no number"
     */
    public static Refusal of(Object value, String rule) {
        return new Refusal("\"" + excerpt(value) + "\" " + rule);
    }

    private static String excerpt(Object value) {
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
