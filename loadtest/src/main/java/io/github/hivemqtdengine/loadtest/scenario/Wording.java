package io.github.hivemqtdengine.loadtest.scenario;

/** Syntax of a value. */
@FunctionalInterface
interface Wording<T> {

    /**
     * Parses a value.
     *
     * @throws MalformedValueException if the text is malformed
     */
    T read(String text);
}
