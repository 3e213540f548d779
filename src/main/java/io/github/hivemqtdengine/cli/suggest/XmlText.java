package io.github.hivemqtdengine.cli.suggest;

/** Builder of indented XML lines. */
final class XmlText {

    private static final String INDENT = "  ";

    private final StringBuilder text = new StringBuilder();

    void line(int depth, String line) {
        text.append(INDENT.repeat(depth)).append(line).append('\n');
    }

    /** Escapes a text for an element or an attribute in double quotes. */
    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** Escapes a text for a comment, without two hyphens in a row and without characters that XML does not allow. */
    static String comment(String text) {
        return text.codePoints()
                .map(c -> isWritable(c) ? c : '?')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString()
                .replace("-", "_");
    }

    /** Returns whether every XML document may contain this character unescaped, also in an attribute. */
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
