package io.github.hivemqtdengine.expression;

/**
 * A function of the language.
 *
 * @param name what a mapping calls it; operators have names that nobody can call
 * @param fewest how many arguments it takes at least
 * @param most how many arguments it takes at most
 * @param maker makes a call of it
 */
record FunctionType(String name, int fewest, int most, Maker maker) {

    /** For functions that take as many arguments as one likes. */
    static final int ANY = Integer.MAX_VALUE;

    /** Makes a call ready to be asked. */
    @FunctionalInterface
    interface Maker {
        /**
         * Makes a call.
         *
         * @throws IllegalArgumentException if an argument that must stand in the mapping does not, or makes no sense
         */
        ValueSource make(Arguments arguments);
    }

    boolean takes(int arguments) {
        return fewest <= arguments && arguments <= most;
    }

    /** How many arguments it takes, in words. */
    String arity() {
        if (fewest == most) {
            return String.valueOf(fewest);
        }
        return most == ANY ? fewest + " or more" : fewest + " to " + most;
    }
}
