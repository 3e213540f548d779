// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.expression;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.expression.SharedResult.Computation;
import io.github.hivemqtdengine.message.InboundMessage;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Function or operator of the mapping language.
 *
 * @param name the name in mappings; operators are not callable by name
 * @param fewest the minimum number of arguments
 * @param most the maximum number of arguments
 * @param maker creates a call
 */
record FunctionType(String name, int fewest, int most, Maker maker) {

    /** Maximum of functions with an unlimited number of arguments. */
    static final int ANY = Integer.MAX_VALUE;

    /** Functions that take no more time than the size of their arguments, and whose result is not larger. */
    private static final Set<String> FAST = Set.of(
            "and",
            "or",
            "not",
            "=",
            "!=",
            "<",
            "<=",
            ">",
            ">=",
            "if",
            "exists",
            "switch",
            "one-of",
            "coalesce",
            "lower",
            "upper",
            "trim",
            "text",
            "hex",
            "base64",
            "length",
            "starts-with",
            "ends-with",
            "substring",
            "split");

    /** Factory for bound calls. */
    @FunctionalInterface
    interface Maker {
        /**
         * Creates a call.
         *
         * @throws IllegalArgumentException if an argument that must be a constant is not, or is invalid
         */
        ValueSource make(Arguments arguments);
    }

    boolean isFast() {
        return FAST.contains(name);
    }

    boolean takes(int arguments) {
        return fewest <= arguments && arguments <= most;
    }

    /** Returns the number of arguments in words. */
    String arity() {
        if (fewest == most) {
            return String.valueOf(fewest);
        }
        return most == ANY ? fewest + " or more" : fewest + " to " + most;
    }

    /**
     * Arguments of a function call, bound to a route. An argument that the mapping writes as a constant is a {@link
     * ValueSource.Constant}.
     */
    record Arguments(List<ValueSource> sources) {

        int count() {
            return sources.size();
        }

        ValueSource source(int index) {
            return sources.get(index);
        }

        /** Returns a string argument that must be a constant. */
        String text(int index) {
            if (sources.get(index) instanceof ValueSource.Constant constant
                    && constant.value() instanceof String text) {
                return text;
            }
            throw wrong(index, "a string in quotes");
        }

        /** Returns a number argument that must be a constant. */
        int number(int index, int least, int most) {
            if (sources.get(index) instanceof ValueSource.Constant constant
                    && constant.value() instanceof Long number
                    && least <= number
                    && number <= most) {
                return number.intValue();
            }
            throw wrong(index, "a whole number from " + least + " to " + most);
        }

        private static IllegalArgumentException wrong(int index, String needed) {
            return new IllegalArgumentException("needs " + needed + " as its argument number " + (index + 1));
        }
    }

    /** Call of a function that needs all arguments: the result is missing or null if an argument is. */
    static final class StrictCall implements ValueSource {

        private final ValueSource[] arguments;
        private final SharedResult result;

        StrictCall(List<ValueSource> arguments, Computation function) {
            this.arguments = arguments.toArray(ValueSource[]::new);
            this.result = new SharedResult(function);
        }

        /** Returns a maker for a function whose arguments may all depend on the message. */
        static Maker maker(Computation function) {
            return arguments -> new StrictCall(arguments.sources(), function);
        }

        /** Returns a call whose first argument depends on the message; the others are constants. */
        static ValueSource ofFirst(Arguments arguments, Computation function) {
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
            return result.of(values);
        }
    }
}
