package io.github.hivemqtdengine.expression;

import org.jspecify.annotations.Nullable;

/**
 * A word, number, text or sign of an expression.
 *
 * @param kind what it is
 * @param text what stands there; for {@link Kind#TEXT} and an argument without its quotes
 * @param argument what stands behind a name's colon, or {@code null} where there is none
 * @param from the index of its first character
 * @param to the index behind its last one
 */
record Token(Kind kind, String text, @Nullable String argument, int from, int to) {

    enum Kind {
        NAME,
        NUMBER,
        TEXT,
        SIGN,
        END
    }

    boolean isSign(String sign) {
        return kind == Kind.SIGN && text.equals(sign);
    }

    /** Whether it is a word of the language, such as {@code and}. */
    boolean isWord(String word) {
        return kind == Kind.NAME && argument == null && text.equals(word);
    }

    /** What the user has written, for messages. */
    String quoted() {
        return kind == Kind.END ? "the end" : "\"" + text + "\"";
    }
}
