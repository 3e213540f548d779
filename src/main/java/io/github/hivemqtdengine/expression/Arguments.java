package io.github.hivemqtdengine.expression;

import java.util.List;

/**
 * What a function is called with.
 *
 * @param expressions as the mapping writes them
 * @param sources the same, ready to be asked
 */
record Arguments(List<Expression> expressions, List<ValueSource> sources) {

    int count() {
        return sources.size();
    }

    ValueSource source(int index) {
        return sources.get(index);
    }

    /** The text of an argument that does not depend on the message. */
    String text(int index) {
        if (expressions.get(index) instanceof Constant constant && constant.value() instanceof String text) {
            return text;
        }
        throw wrong(index, "a text in quotes");
    }

    /** The number of an argument that does not depend on the message. */
    int number(int index, int least, int most) {
        if (expressions.get(index) instanceof Constant constant
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
