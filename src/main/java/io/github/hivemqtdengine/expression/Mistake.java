package io.github.hivemqtdengine.expression;

/** Syntax errors of expressions and templates. */
final class Mistake {

    private Mistake() {}

    /**
     * Creates an exception whose message gives a character's index.
     *
     * @param rule the rest of a sentence whose subject is the text at the index
     */
    static IllegalArgumentException at(int index, String rule) {
        return new IllegalArgumentException("can't be read: what begins at index " + index + " " + rule);
    }
}
