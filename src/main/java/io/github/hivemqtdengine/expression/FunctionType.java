package io.github.hivemqtdengine.expression;

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
}
