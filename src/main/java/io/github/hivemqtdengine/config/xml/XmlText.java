// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.xml;

/** Builder of indented XML. References of elements to variables and files stay as their file has them. */
public final class XmlText {

    private static final String INDENT = "  ";
    private static final int LINE = 120;

    private final StringBuilder text = new StringBuilder();

    /**
     * Returns an element with its attributes and children, a line each; without a line break at the end.
     *
     * @param depth the number of elements around it
     */
    public static String of(Element element, int depth) {
        var text = new XmlText();
        text.write(element, depth);
        return text.toString().stripTrailing();
    }

    private void write(Element element, int depth) {
        text.append(INDENT.repeat(depth)).append('<').append(element.name());
        attributes(element, depth);
        var content = escape(element.text().written());
        if (element.children().isEmpty() && content.isEmpty()) {
            text.append("/>\n");
            return;
        }
        text.append('>').append(content);
        if (!element.children().isEmpty()) {
            text.append('\n');
            element.children().forEach(child -> write(child, depth + 1));
            text.append(INDENT.repeat(depth));
        }
        text.append("</").append(element.name()).append(">\n");
    }

    /** Writes the attributes into the line of the name, or each into a line of its own if that is too long. */
    private void attributes(Element element, int depth) {
        var attributes = element.attributes().entrySet().stream()
                .map(attribute ->
                        attribute.getKey() + "=\"" + escape(attribute.getValue().written()) + "\"")
                .toList();
        int column = INDENT.length() * depth + element.name().length() + 2;
        int width = attributes.stream()
                .mapToInt(attribute -> attribute.length() + 1)
                .sum();
        var separator = column + width + 2 > LINE ? "\n" + " ".repeat(column) : " ";
        text.append(attributes.isEmpty() ? "" : " ").append(String.join(separator, attributes));
    }

    public void line(int depth, String line) {
        text.append(INDENT.repeat(depth)).append(line).append('\n');
    }

    /** Escapes a text for an element or an attribute in double quotes. */
    public static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** Escapes a text for a comment, without two hyphens in a row and without characters that XML does not allow. */
    public static String comment(String text) {
        return text.codePoints()
                .map(c -> isWritable(c) ? c : '?')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString()
                .replaceAll("-(?=-)", "- ");
    }

    /** Returns whether every XML document may contain this character unescaped, also in an attribute. */
    public static boolean isWritable(int codePoint) {
        return !Character.isISOControl(codePoint)
                && codePoint != 0xFFFE
                && codePoint != 0xFFFF
                && Character.getType(codePoint) != Character.SURROGATE;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
