package io.github.hivemqtdengine.expression;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.message.InboundMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Call of a function that needs all arguments: the result is missing or null if an argument is. */
final class StrictCall implements ValueSource {

    private final ValueSource[] arguments;
    private final Strict function;

    /** Function of values that are neither null nor missing. */
    @FunctionalInterface
    interface Strict {
        @Nullable
        Object of(Object[] values) throws ConversionException;
    }

    StrictCall(List<ValueSource> arguments, Strict function) {
        this.arguments = arguments.toArray(ValueSource[]::new);
        this.function = function;
    }

    /** Returns a maker for a function whose arguments may all depend on the message. */
    static FunctionType.Maker maker(Strict function) {
        return arguments -> new StrictCall(arguments.sources(), function);
    }

    /** Returns a call whose first argument depends on the message; the others are constants. */
    static ValueSource ofFirst(Arguments arguments, Strict function) {
        return new StrictCall(arguments.sources().subList(0, 1), function);
    }

    @Override
    public @Nullable Object value(InboundMessage message, @Nullable Object[] fields) throws ConversionException {
        var values = new Object[arguments.length];
        for (int i = 0; i < values.length; i++) {
            var value = arguments[i].value(message, fields);
            if (value == null || value == Decoder.MISSING) {
                return value;
            }
            values[i] = value;
        }
        return function.of(values);
    }
}
