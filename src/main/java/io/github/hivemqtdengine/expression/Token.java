package io.github.hivemqtdengine.expression;

import org.jspecify.annotations.Nullable;

/**
 * Token of an expression.
 *
 * @param text the token's text; strings and quoted arguments without their quotes
 * @param argument the text after a name's colon, or {@code null} if there is none
 * @param from the index of the first character
 * @param to the index after the last character
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

    /** Returns whether the token is a keyword, such as {@code and}. */
    boolean isWord(String word) {
        return kind == Kind.NAME && argument == null && text.equals(word);
    }

    /** Returns the token in quotes, for messages. */
    String quoted() {
        return kind == Kind.END ? "the end" : "\"" + text + "\"";
    }
}
