package io.github.hivemqtdengine.route;

/**
 * A value made from a message: text with references such as {@code ${mqtt-topic:site}} in it. Immutable.
 *
 * @param text the template as the mapping writes it
 */
public record Template(String text) {

    /**
     * Reads a template.
     *
     * @throws IllegalArgumentException with a sentence that points at the character if it can't be read
     */
    public static Template parse(String text) {
        return new Template(text);
    }
}
