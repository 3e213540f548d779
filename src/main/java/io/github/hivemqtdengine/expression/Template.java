package io.github.hivemqtdengine.expression;

import io.github.hivemqtdengine.expression.Reference.Kind;
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
    private final List<TemplatePart> parts;

    Template(String text, List<TemplatePart> parts) {
        this.text = text;
        this.parts = List.copyOf(parts);
    }

    /**
     * Parses a template.
     *
     * @throws IllegalArgumentException with a sentence that gives the index of the syntax error
     */
    public static Template parse(String text) {
        return new Template(text, new TemplateParser(text).parse());
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
    public List<TemplatePart> parts() {
        return parts;
    }

    /** Returns the expressions in order. */
    public Stream<Expression> expressions() {
        return parts.stream().filter(Expression.class::isInstance).map(Expression.class::cast);
    }

    /** Returns the references of all expressions. */
    public Stream<Reference> references() {
        return expressions().flatMap(Expression::references);
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
}
