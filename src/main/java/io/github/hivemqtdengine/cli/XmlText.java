package io.github.hivemqtdengine.cli;

/** Indented lines of XML. */
final class XmlText {

    private static final String INDENT = "  ";

    private final StringBuilder text = new StringBuilder();

    void line(int depth, String line) {
        text.append(INDENT.repeat(depth)).append(line).append('\n');
    }

    /** A text inside an element or an attribute in double quotes. */
    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** A text inside a comment, which must not have two hyphens in a row, nor characters that XML does not have. */
    static String comment(String text) {
        return text.codePoints()
                .map(c -> isWritable(c) ? c : '?')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString()
                .replace("-", "_");
    }

    /** Whether every XML has this character as it is, also in an attribute. */
    static boolean isWritable(int codePoint) {
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
