// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.expression;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Parsed content of <code>${...}</code> or of a condition, not yet bound to a route: constants, references to a
 * message, and function calls. Immutable.
 */
public sealed interface Expression permits Expression.Constant, Expression.Literal, Expression.Call, Reference {

    /**
     * Parses a string that is one expression.
     *
     * @throws IllegalArgumentException with a sentence that gives the index of the syntax error
     */
    static Expression parse(String text) {
        return new ExpressionParser(text, 0).wholeText();
    }

    /** Returns all references to the message. */
    default Stream<Reference> references() {
        return Stream.empty();
    }

    /**
     * Returns whether the value is known before the payload is copied, and takes no more time than the size of the
     * values that it is made of.
     */
    default boolean isKnownOnArrival() {
        return true;
    }

    /**
     * Constant written in the mapping.
     *
     * @param value a {@link String}, {@link Boolean}, {@link Long}, {@link java.math.BigInteger}, {@link
     *     java.math.BigDecimal} or {@code null}
     */
    record Constant(@Nullable Object value) implements Expression {}

    /** Text of a template outside of its placeholders; not empty. */
    record Literal(String text) implements Expression {}

    /** Call of a function or an operator. */
    record Call(FunctionType function, List<Expression> arguments) implements Expression {

        public Call {
            arguments = List.copyOf(arguments);
        }

        @Override
        public Stream<Reference> references() {
            return arguments.stream().flatMap(Expression::references);
        }

        @Override
        public boolean isKnownOnArrival() {
            return function.isFast() && arguments.stream().allMatch(Expression::isKnownOnArrival);
        }
    }
}
