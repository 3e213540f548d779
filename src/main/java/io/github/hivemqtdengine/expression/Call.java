package io.github.hivemqtdengine.expression;

import java.util.List;
import java.util.stream.Stream;

/** Call of a function or an operator. */
record Call(FunctionType function, List<Expression> arguments) implements Expression {

    Call {
        arguments = List.copyOf(arguments);
    }

    @Override
    public Stream<Reference> references() {
        return arguments.stream().flatMap(Expression::references);
    }
}
