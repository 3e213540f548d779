package io.github.hivemqtdengine.jdbc;

/** Quotes the names of tables and columns for QuestDB: the only place that does. */
final class QuestDbIdentifier {

    private static final int MAX_LENGTH = 127;
    /** QuestDB names files after tables and columns. */
    private static final String FORBIDDEN = "?.,'\"\\/:()+-*%~\uFEFF";

    private static final String FORBIDDEN_IN_COLUMNS_ONLY = ".-";

    private QuestDbIdentifier() {}

    static String column(String name) {
        return quote(name, "");
    }

    static String table(String name) {
        if (name.startsWith(".") || name.endsWith(".") || name.contains("..")) {
            throw new IllegalArgumentException(
                    "The name \"" + name + "\" has a dot where QuestDB does not allow one in a table's name");
        }
        return quote(name, FORBIDDEN_IN_COLUMNS_ONLY);
    }

    /**
     * The name in double quotes, inside which QuestDB knows no escape.
     *
     * @throws IllegalArgumentException if QuestDB can't have such a name
     */
    private static String quote(String name, String allowed) {
        if (name.isEmpty() || name.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "The name \"" + name + "\" does not have 1 to " + MAX_LENGTH + " characters");
        }
        for (int i = 0; i < UnicodeText.require(name).length(); i++) {
            char c = name.charAt(i);
            if (Character.isISOControl(c) || (FORBIDDEN.indexOf(c) >= 0 && allowed.indexOf(c) < 0)) {
                throw new IllegalArgumentException(
                        "The name \"" + name + "\" contains a character that QuestDB does not allow there");
            }
        }
        return '"' + name + '"';
    }
}
