// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.expression;

import io.github.hivemqtdengine.expression.Expression.Literal;
import io.github.hivemqtdengine.expression.FunctionType.StrictCall;
import io.github.hivemqtdengine.expression.Reference.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Value template: text with references such as {@code ${mqtt-topic:site}}. Immutable; templates with the same text are
 * equal.
 *
 * <p>A template that is exactly one expression keeps the type of its value. Any other template makes text, which is
 * missing if one part is. {@code $$} before an opening brace denotes {@code $} and the brace.
 */
public final class Template {

    private final String text;
    private final List<Expression> parts;

    private Template(String text, List<Expression> parts) {
        this.text = text;
        this.parts = List.copyOf(parts);
    }

    /**
     * Parses a template.
     *
     * @throws IllegalArgumentException with a sentence that gives the index of the syntax error
     */
    public static Template parse(String text) {
        return new Template(text, new Parser(text).parse());
    }

    /** Returns the template in the mapping's notation. */
    public String text() {
        return text;
    }

    /** Returns whether the template is exactly {@code ${arrival-time}}. */
    public boolean isArrivalTime() {
        return parts.size() == 1
                && parts.get(0) instanceof Reference reference
                && reference.kind() == Kind.ARRIVAL_TIME;
    }

    /** Returns the literals and expressions in order; two literals are never adjacent. */
    public List<Expression> parts() {
        return parts;
    }

    /** Returns the literal text before the first expression; empty if the template begins with an expression. */
    public String leadingText() {
        return !parts.isEmpty() && parts.get(0) instanceof Literal literal ? literal.text() : "";
    }

    /** Returns the expressions in order, without the literals. */
    public Stream<Expression> expressions() {
        return parts.stream().filter(part -> !(part instanceof Literal));
    }

    /** Returns the references of all expressions. */
    public Stream<Reference> references() {
        return parts.stream().flatMap(Expression::references);
    }

    /** Returns the value of the template: that of its only part, or the concatenation of all parts. */
    public ValueSource bind(Binding binding) {
        var sources = parts.stream().map(binding::bind).toList();
        return sources.size() == 1 ? sources.get(0) : new StrictCall(sources, TextFunctions::concat);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Template template && text.equals(template.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }

    /** Parser for one template. */
    private static final class Parser {

        private static final String ESCAPE = "$${";
        private static final String OPEN = "${";

        private final String text;
        private final List<Expression> parts = new ArrayList<>();
        private final StringBuilder literal = new StringBuilder();

        Parser(String text) {
            this.text = text;
        }

        List<Expression> parse() {
            int at = 0;
            while (at < text.length()) {
                if (text.startsWith(ESCAPE, at)) {
                    literal.append(OPEN);
                    at += ESCAPE.length();
                } else if (text.startsWith(OPEN, at)) {
                    at = expression(at);
                } else {
                    literal.append(text.charAt(at++));
                }
            }
            endLiteral();
            return parts;
        }

        private int expression(int at) {
            if (text.indexOf('}', at) < 0) {
                throw Lexer.syntaxError(at, "opens a reference that is never closed; write $${ for the text ${");
            }
            endLiteral();
            var parser = new ExpressionParser(text, at + OPEN.length());
            parts.add(parser.upToBrace());
            return parser.endOfToken();
        }

        private void endLiteral() {
            if (!literal.isEmpty()) {
                parts.add(new Literal(literal.toString()));
                literal.setLength(0);
            }
        }
    }
}
