// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.expression;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.expression.Expression.Call;
import io.github.hivemqtdengine.expression.Expression.Constant;
import io.github.hivemqtdengine.expression.Expression.Literal;
import io.github.hivemqtdengine.expression.FunctionType.Arguments;
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
            return new ValueSource.Constant(constant.value());
        }
        if (expression instanceof Literal literal) {
            return new ValueSource.Constant(literal.text());
        }
        if (expression instanceof Reference reference) {
            return references.apply(reference);
        }
        return bind((Call) expression);
    }

    private ValueSource bind(Call call) {
        var sources = call.arguments().stream().map(this::bind).toList();
        return call.function().maker().make(new Arguments(sources));
    }

    /** Returns the condition that an expression is true. */
    public Condition condition(Expression expression) {
        return new Condition(bind(expression));
    }
}
