package io.github.hivemqtdengine.cli.migrate;

import java.util.Locale;

/** Names as TDengine reads them in SQL: in lower case, unless they are in back-quotes. */
final class OldName {

    private static final char QUOTE = '`';

    private OldName() {}

    /** Returns the name that TDengine has stored. */
    static String of(String written) {
        return isQuoted(written)
                ? written.substring(1, written.length() - 1)
                : written.replace(String.valueOf(QUOTE), "").toLowerCase(Locale.ROOT);
    }

    static boolean isQuoted(String written) {
        return written.length() > 2 && written.charAt(0) == QUOTE && written.indexOf(QUOTE, 1) == written.length() - 1;
    }

    /** Returns the part in front of the first dot, which is the database; empty if there is none. */
    static String database(String written) {
        int dot = written.indexOf('.');
        return dot < 0 ? "" : of(written.substring(0, dot));
    }

    /** Returns the part after the database, as it is written. */
    static String withoutDatabase(String written) {
        int dot = written.indexOf('.');
        return dot < 0 ? written : written.substring(dot + 1);
    }

    /** Returns an id of a route for a table. */
    static String id(String table) {
        var id = table.replaceAll("[^A-Za-z0-9_-]", "_");
        return id.isEmpty() ? "migrated" : id.substring(0, Math.min(id.length(), 64));
    }
}
