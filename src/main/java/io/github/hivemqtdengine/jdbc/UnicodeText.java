package io.github.hivemqtdengine.jdbc;

/** Java's strings can hold what is not Unicode; encoded, that would become a question mark in silence. */
final class UnicodeText {

    private UnicodeText() {}

    /**
     * The text itself.
     *
     * @throws IllegalArgumentException if half of a surrogate pair is missing somewhere
     */
    static String require(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                requirePair(text.codePointAt(i));
                i++;
            }
        }
        return text;
    }

    static void requirePair(int codePoint) {
        if (!Character.isSupplementaryCodePoint(codePoint)) {
            throw new IllegalArgumentException("The text is not Unicode: half of a surrogate pair is missing");
        }
    }
}
