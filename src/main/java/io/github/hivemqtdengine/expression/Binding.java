package io.github.hivemqtdengine.expression;

import io.github.hivemqtdengine.decode.Decoder;
import java.util.function.Function;

/**
 * Binding of expressions to the values of messages.
 *
 * @param references resolves a reference; may throw an {@link IllegalArgumentException} with a sentence for the user
 */
public record Binding(Function<Reference, ValueSource> references) {

    /** Resolves every reference to a missing value, to check calls independently of a route. */
    static final Binding NOWHERE = new Binding(reference -> (message, fields) -> Decoder.MISSING);

    /** Returns the value of an expression. */
    public ValueSource bind(Expression expression) {
        if (expression instanceof Constant constant) {
            var value = constant.value();
            return (message, fields) -> value;
        }
        if (expression instanceof Reference reference) {
            return references.apply(reference);
        }
        return bind((Call) expression);
    }

    private ValueSource bind(Call call) {
        var sources = call.arguments().stream().map(this::bind).toList();
        return call.function().maker().make(new Arguments(call.arguments(), sources));
    }

    /** Returns the value of a part of a template. */
    public ValueSource bind(TemplatePart part) {
        return part instanceof TemplatePart.Literal literal
                ? bind(new Constant(literal.text()))
                : bind((Expression) part);
    }

    /** Returns the value of a template: that of its only part, or the concatenation of all parts. */
    public ValueSource bind(Template template) {
        var sources = template.parts().stream().map(this::bind).toList();
        return sources.size() == 1 ? sources.get(0) : new JoinedText(sources);
    }

    /** Returns the condition that an expression is true. */
    public Condition condition(Expression expression) {
        return new Condition(bind(expression));
    }
}
