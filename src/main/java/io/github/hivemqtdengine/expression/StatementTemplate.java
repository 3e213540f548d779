// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.expression;

import io.github.hivemqtdengine.message.SqlTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * SQL statement with placeholders such as {@code ${payload:/v}}. A placeholder is always one value, never part of the
 * SQL text. Immutable; statements with the same text are equal.
 */
public final class StatementTemplate {

    private final String text;
    private final SqlTemplate sql;
    private final List<Expression> values;

    StatementTemplate(String text, SqlTemplate sql, List<Expression> values) {
        this.text = text;
        this.sql = sql;
        this.values = List.copyOf(values);
    }

    /**
     * Parses a statement.
     *
     * @throws IllegalArgumentException with a sentence that gives the index of a syntax error or a misplaced
     *     placeholder
     */
    public static StatementTemplate parse(String text) {
        return new Parser(text).parse();
    }

    /** Returns the SQL around the placeholders. */
    public SqlTemplate sql() {
        return sql;
    }

    /** Returns the expressions of the placeholders, in order. */
    public List<Expression> values() {
        return values;
    }

    /** Returns the references of all placeholders. */
    public Stream<Reference> references() {
        return values.stream().flatMap(Expression::references);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof StatementTemplate template && text.equals(template.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }

    /**
     * Parser for one statement with placeholders. Placeholders must be where every database accepts a value. Syntax
     * that databases interpret differently is rejected, because a database might see the placeholder inside quotes.
     */
    private static final class Parser {

        private static final String ESCAPE = "$${";
        private static final String OPEN = "${";
        private static final String QUOTES = "'\"`";
        private static final String BLANKS = " \t\r\n";
        private static final String BEFORE_VALUE = BLANKS + "(,=<>";
        private static final String AFTER_VALUE = BLANKS + "),=<>:;";
        private static final Pattern BEFORE_NAME =
                Pattern.compile("(?is).*\\b(?:into|update|from|join|table|using)\\s+");

        private final String text;
        private final TupleFinder tuple = new TupleFinder();
        private final List<String> pieces = new ArrayList<>();
        private final List<String> placeholders = new ArrayList<>();
        private final List<Expression> values = new ArrayList<>();
        private final StringBuilder piece = new StringBuilder();
        private int at;

        Parser(String text) {
            this.text = text;
        }

        StatementTemplate parse() {
            while (at < text.length()) {
                char c = text.charAt(at);
                if (text.startsWith(OPEN, at)) {
                    placeholder();
                } else if (QUOTES.indexOf(c) >= 0) {
                    quoted(c);
                } else if (c == ';') {
                    end();
                } else {
                    bare(c);
                }
            }
            pieces.add(piece.toString().stripTrailing());
            return new StatementTemplate(text, sql(), values);
        }

        private SqlTemplate sql() {
            int head = tuple.begin();
            var first = pieces.get(0);
            pieces.set(0, first.substring(head));
            return new SqlTemplate(first.substring(0, head), pieces, placeholders);
        }

        private void placeholder() {
            int from = at;
            if (text.indexOf('}', from) < 0) {
                throw Lexer.syntaxError(from, "opens a placeholder that is never closed");
            }
            var parser = new ExpressionParser(text, from + OPEN.length());
            values.add(parser.upToBrace());
            at = parser.endOfToken();
            checkPlace(from);
            placeholders.add(text.substring(from, at));
            pieces.add(piece.toString());
            piece.setLength(0);
            tuple.value();
        }

        private void checkPlace(int from) {
            boolean isSeparate = from > 0
                    && BEFORE_VALUE.indexOf(text.charAt(from - 1)) >= 0
                    && (at == text.length() || AFTER_VALUE.indexOf(text.charAt(at)) >= 0);
            if (!isSeparate) {
                throw Lexer.syntaxError(
                        from,
                        "is a part of a word, but a placeholder is a whole value: put blanks, commas or brackets around it,"
                                + " and join texts inside, like ${concat('m_', mqtt-topic:2)}");
            }
            if (BEFORE_NAME.matcher(text.substring(0, from)).matches()) {
                throw Lexer.syntaxError(
                        from,
                        "is in the place of a name, but a placeholder is a value; write the table's name itself (in"
                                + " TDengine the super table's, and the subtable's name as the value of tbname)");
            }
        }

        /** Consumes a quoted string or name, including both quotes. */
        private void quoted(char quote) {
            int from = at;
            piece.append(quote);
            tuple.word();
            for (at++; at < text.length() && text.charAt(at) != quote; ) {
                if (text.startsWith(ESCAPE, at)) {
                    piece.append(OPEN);
                    at += ESCAPE.length();
                } else {
                    checkQuoted();
                    piece.append(text.charAt(at++));
                }
            }
            if (at == text.length()) {
                throw Lexer.syntaxError(from, "opens a quote that is never closed");
            }
            piece.append(quote);
            at++;
        }

        private void checkQuoted() {
            if (text.startsWith(OPEN, at)) {
                throw Lexer.syntaxError(
                        at,
                        "is a placeholder in quotes, but a placeholder is a value as it is: remove the quotes around it;"
                                + " write $${ for the text ${");
            }
            if (text.charAt(at) == '\\') {
                throw Lexer.syntaxError(
                        at, "is a backslash in quotes, which databases read differently; write the text as ${'...'}");
            }
        }

        private void end() {
            if (!text.substring(at + 1).isBlank()) {
                throw Lexer.syntaxError(at, "ends the statement, but something follows; a template is one statement");
            }
            at = text.length();
        }

        private void bare(char c) {
            if (text.startsWith("--", at) || text.startsWith("/*", at)) {
                throw Lexer.syntaxError(at, "is a comment of SQL; write it as one of XML, outside of the statement");
            }
            if (c == '?' || c == '$') {
                throw Lexer.syntaxError(at, "is not a placeholder; write ${...}");
            }
            switch (c) {
                case '(' -> tuple.open(pieces.isEmpty() ? piece : "");
                case ')' -> tuple.close();
                default -> {
                    if (BLANKS.indexOf(c) < 0) {
                        tuple.word();
                    }
                }
            }
            piece.append(c);
            at++;
        }

        /**
         * Finds the single tuple after VALUES that ends a statement and contains all of its values. For one statement.
         */
        private static final class TupleFinder {

            private static final Pattern VALUES = Pattern.compile("(?is).*\\bvalues\\s*");

            private int depth;
            private int begin;
            private boolean isClosed;
            private boolean isOther;

            /** @param before the text before the parenthesis, empty if it contains a value */
            void open(CharSequence before) {
                if (depth == 0) {
                    isOther |= begin > 0;
                    if (VALUES.matcher(before).matches()) {
                        begin = before.length();
                    }
                }
                depth++;
            }

            void close() {
                depth--;
                isClosed |= depth == 0 && begin > 0;
                isOther |= depth < 0;
            }

            void value() {
                isOther |= depth == 0 || begin == 0;
            }

            void word() {
                isOther |= isClosed && depth == 0;
            }

            /** Returns the index of the tuple, 0 if the statement has another form. */
            int begin() {
                return isOther || !isClosed || depth != 0 ? 0 : begin;
            }
        }
    }
}
