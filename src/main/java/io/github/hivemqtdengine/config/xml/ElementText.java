package io.github.hivemqtdengine.config.xml;

/** Writer of elements as indented XML. References to variables and files stay as the file has them. */
public final class ElementText {

    private static final String INDENT = "  ";
    private static final int LINE = 120;

    private final StringBuilder out = new StringBuilder();

    private ElementText() {}

    /**
     * Returns an element with its attributes and children, a line each; without a line break at the end.
     *
     * @param depth the number of elements around it
     */
    public static String of(Element element, int depth) {
        var text = new ElementText();
        text.write(element, depth);
        return text.out.toString().stripTrailing();
    }

    private void write(Element element, int depth) {
        out.append(INDENT.repeat(depth)).append('<').append(element.name());
        attributes(element, depth);
        var content = escape(element.text().written());
        if (element.children().isEmpty() && content.isEmpty()) {
            out.append("/>\n");
            return;
        }
        out.append('>').append(content);
        if (!element.children().isEmpty()) {
            out.append('\n');
            element.children().forEach(child -> write(child, depth + 1));
            out.append(INDENT.repeat(depth));
        }
        out.append("</").append(element.name()).append(">\n");
    }

    /** Writes the attributes into the line of the name, or each into a line of its own if that is too long. */
    private void attributes(Element element, int depth) {
        var attributes = element.attributes().entrySet().stream()
                .map(attribute ->
                        attribute.getKey() + "=\"" + escape(attribute.getValue().written()) + "\"")
                .toList();
        int column = INDENT.length() * depth + element.name().length() + 2;
        int width = attributes.stream().mapToInt(text -> text.length() + 1).sum();
        var separator = column + width + 2 > LINE ? "\n" + " ".repeat(column) : " ";
        out.append(attributes.isEmpty() ? "" : " ").append(String.join(separator, attributes));
    }

    /** Escapes a text for an element or an attribute in double quotes. */
    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
