package io.github.hivemqtdengine.expression;

/** What is wrong with an expression or a template. */
final class Mistake {

    private Mistake() {}

    /**
     * An exception whose sentence points at a character.
     *
     * @param rule completes a sentence that begins with what stands there
     */
    static IllegalArgumentException at(int index, String rule) {
        return new IllegalArgumentException("can't be read: what begins at index " + index + " " + rule);
    }
}
