package io.github.hivemqtdengine.config.xml;

/** Builder of indented XML lines. */
public final class XmlText {

    private static final String INDENT = "  ";

    private final StringBuilder text = new StringBuilder();

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
