// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.questdb;

import io.github.hivemqtdengine.jdbc.dialect.UnicodeText;
import java.util.Optional;

/** Quoting of table and column names for QuestDB. No other class quotes them. */
public final class QuestDbIdentifier {

    static final int MAX_LENGTH = 127;
    /** Characters that QuestDB forbids, because it names files after tables and columns. */
    private static final String FORBIDDEN = "?.,'\"\\/:()+-*%~\uFEFF";

    private static final String FORBIDDEN_IN_COLUMNS_ONLY = ".-";

    private QuestDbIdentifier() {}

    /** Returns the objection to the name of a mapped column, as the end of a sentence that begins with it. */
    static Optional<String> objectionToColumn(String name) {
        return name.equalsIgnoreCase(QuestDbTable.SUBTABLE)
                ? Optional.of("is the column that holds the subtable's name in QuestDB; choose another name")
                : objection(name, "");
    }

    /** Returns the objection to the name of a table, as the end of a sentence that begins with it. */
    static Optional<String> objectionToTable(String name) {
        return name.startsWith(".") || name.endsWith(".") || name.contains("..")
                ? Optional.of("has a dot where QuestDB does not allow one in a table's name")
                : objection(name, FORBIDDEN_IN_COLUMNS_ONLY);
    }

    public static String column(String name) {
        return quote(name, objection(name, ""));
    }

    public static String table(String name) {
        return quote(name, objectionToTable(name));
    }

    /**
     * Returns the name in double quotes, inside which QuestDB has no escape character.
     *
     * @throws IllegalArgumentException if QuestDB does not allow the name
     */
    private static String quote(String name, Optional<String> objection) {
        objection.ifPresent(why -> {
            throw new IllegalArgumentException("The name \"" + name + "\" " + why);
        });
        return '"' + name + '"';
    }

    private static Optional<String> objection(String name, String allowed) {
        if (name.isEmpty() || name.length() > MAX_LENGTH) {
            return Optional.of("does not have 1 to " + MAX_LENGTH + " characters, as QuestDB wants");
        }
        return UnicodeText.require(name)
                .chars()
                .filter(c -> Character.isISOControl(c) || (FORBIDDEN.indexOf(c) >= 0 && allowed.indexOf(c) < 0))
                .mapToObj(c ->
                        "contains the character '" + Character.toString(c) + "', which QuestDB does not allow there")
                .findFirst();
    }
}
