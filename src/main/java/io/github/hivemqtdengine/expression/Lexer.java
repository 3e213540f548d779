// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.expression;

import io.github.hivemqtdengine.expression.Lexer.Token.Kind;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Splits an expression into tokens. */
final class Lexer {

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");
    private static final Pattern NUMBER = Pattern.compile("[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?");

    /** Characters that end an unquoted argument. */
    private static final String ENDS_OF_ARGUMENT = " \t\r\n,(){}'\"=!<>+*";

    private static final List<String> SIGNS =
            List.of("!=", "<=", ">=", "=", "<", ">", "+", "-", "*", "/", "(", ")", ",", "}");

    private final String text;

    Lexer(String text) {
        this.text = text;
    }

    /** Returns the token at an index, after any white space. */
    Token next(int index) {
        int at = index;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        if (at == text.length()) {
            return new Token(Kind.END, "", null, at, at);
        }
        char c = text.charAt(at);
        if (c == '\'' || c == '"') {
            int to = endOfQuotes(at);
            return new Token(Kind.TEXT, unquoted(at, to), null, at, to);
        }
        return nameOrNumberOrSign(at);
    }

    private Token nameOrNumberOrSign(int at) {
        int endOfName = end(NAME, at);
        if (endOfName > at) {
            return name(at, endOfName);
        }
        int endOfNumber = end(NUMBER, at);
        if (endOfNumber > at) {
            return new Token(Kind.NUMBER, text.substring(at, endOfNumber), null, at, endOfNumber);
        }
        for (var sign : SIGNS) {
            if (text.startsWith(sign, at)) {
                return new Token(Kind.SIGN, sign, null, at, at + sign.length());
            }
        }
        throw syntaxError(at, "begins with the character " + text.charAt(at) + ", which has no meaning here");
    }

    private int end(Pattern pattern, int at) {
        var matcher = pattern.matcher(text).region(at, text.length());
        return matcher.lookingAt() ? matcher.end() : at;
    }

    private Token name(int at, int end) {
        if (end == text.length() || text.charAt(end) != ':') {
            return new Token(Kind.NAME, text.substring(at, end), null, at, end);
        }
        int begin = end + 1;
        boolean isQuoted = begin < text.length() && isQuote(text.charAt(begin));
        int to = isQuoted ? endOfQuotes(begin) : endOfArgument(begin);
        var argument = isQuoted ? unquoted(begin, to) : text.substring(begin, to);
        return new Token(Kind.NAME, text.substring(at, end), argument, at, to);
    }

    private static boolean isQuote(char c) {
        return c == '\'' || c == '"';
    }

    private int endOfArgument(int from) {
        int at = from;
        while (at < text.length() && ENDS_OF_ARGUMENT.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return at;
    }

    /** Returns the index after the closing quote of a string; a doubled quote denotes one quote. */
    private int endOfQuotes(int from) {
        char quote = text.charAt(from);
        for (int at = from + 1; at < text.length(); at++) {
            if (text.charAt(at) == quote) {
                if (at + 1 == text.length() || text.charAt(at + 1) != quote) {
                    return at + 1;
                }
                at++;
            }
        }
        throw syntaxError(from, "opens a string whose quote never closes");
    }

    private String unquoted(int from, int to) {
        var quote = text.substring(from, from + 1);
        return text.substring(from + 1, to - 1).replace(quote + quote, quote);
    }

    /**
     * Creates the exception for a syntax error.
     *
     * @param index the index of the error's first character
     * @param rule the rest of a sentence whose subject is the text at the index
     */
    static IllegalArgumentException syntaxError(int index, String rule) {
        return new IllegalArgumentException("can't be read: what begins at index " + index + " " + rule);
    }

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
}
