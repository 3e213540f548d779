package io.github.hivemqtdengine.cli;

/**
 * A column or a tag of a route that a sample suggests.
 *
 * @param value the template that makes it
 */
record SuggestedColumn(String name, String type, String value) {

    /** @param element {@code column} or {@code tag} */
    String xml(String element) {
        return "<" + element + " name=\"" + XmlText.escape(name) + "\" type=\"" + type + "\" value=\""
                + XmlText.escape(value) + "\"/>";
    }
}
