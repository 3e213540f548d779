package io.github.hivemqtdengine.expression;

import java.util.List;

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
        if (sources.get(index) instanceof ValueSource.Constant constant && constant.value() instanceof String text) {
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
