// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.sql;

import io.github.hivemqtdengine.jdbc.dialect.UnicodeText;
import java.nio.charset.StandardCharsets;

/** Quoting of database, table and column names for TDengine. No other class quotes them. */
public final class Identifier {

    static final int MAX_DATABASE_BYTES = 64;
    static final int MAX_TABLE_BYTES = 192;
    static final int MAX_COLUMN_BYTES = 64;

    private Identifier() {}

    public static String database(String name) {
        return quote(name, MAX_DATABASE_BYTES);
    }

    public static String table(String name) {
        return quote(name, MAX_TABLE_BYTES);
    }

    public static String column(String name) {
        return quote(name, MAX_COLUMN_BYTES);
    }

    /**
     * Returns the name in back-quotes, inside which TDengine has no escape character.
     *
     * @throws IllegalArgumentException if TDengine does not allow the name
     */
    private static String quote(String name, int maxBytes) {
        int bytes = UnicodeText.require(name).getBytes(StandardCharsets.UTF_8).length;
        if (bytes == 0 || bytes > maxBytes) {
            throw new IllegalArgumentException(
                    "The name \"" + name + "\" has " + bytes + " bytes; 1 to " + maxBytes + " are possible");
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '`' || c == '.' || Character.isISOControl(c)) {
                throw new IllegalArgumentException("The name \"" + name
                        + "\" contains a back-quote, a dot or a control character, which TDengine does not allow");
            }
        }
        return '`' + name + '`';
    }
}
