package io.github.hivemqtdengine.cli.suggest;

/**
 * Suggested column or tag.
 *
 * @param value the template of its value
 */
record SuggestedColumn(String name, String type, String value) {

    /** @param element {@code column} or {@code tag} */
    String xml(String element) {
        return "<" + element + " name=\"" + XmlText.escape(name) + "\" type=\"" + type + "\" value=\""
                + XmlText.escape(value) + "\"/>";
    }
}
