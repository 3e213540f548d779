package io.github.hivemqtdengine.loadtest.scenario;

/** How a value is written. */
@FunctionalInterface
interface Wording<T> {

    /**
     * The value of a text.
     *
     * @throws MalformedValueException if it has none
     */
    T read(String text);
}
