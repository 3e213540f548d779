package io.github.hivemqtdengine.expression;

import io.github.hivemqtdengine.expression.Reference.Kind;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A value made from a message: text with references such as {@code ${mqtt-topic:site}} in it. Immutable; two templates
 * are equal if their texts are.
 *
 * <p>A template that is exactly one reference keeps the type of its value; any other makes text, which is missing if
 * one of its parts is. {@code $$} before an opening brace stands for {@code $} and the brace.
 */
public final class Template {

    private final String text;
    private final List<TemplatePart> parts;

    Template(String text, List<TemplatePart> parts) {
        this.text = text;
        this.parts = List.copyOf(parts);
    }

    /**
     * Reads a template.
     *
     * @throws IllegalArgumentException with a sentence that points at the character if it can't be read
     */
    public static Template parse(String text) {
        return new Template(text, new TemplateParser(text).parse());
    }

    /** The template as the mapping writes it. */
    public String text() {
        return text;
    }

    /** Whether it is {@code ${arrival-time}} and nothing else. */
    public boolean isArrivalTime() {
        return parts.size() == 1
                && parts.get(0) instanceof Reference reference
                && reference.kind() == Kind.ARRIVAL_TIME;
    }

    /** Its literal texts and expressions in their order; never two literals in a row. */
    public List<TemplatePart> parts() {
        return parts;
    }

    /** Its expressions in their order. */
    public Stream<Expression> expressions() {
        return parts.stream().filter(Expression.class::isInstance).map(Expression.class::cast);
    }

    /** What its expressions take from the message. */
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
