// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.database;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/** Differences between databases for a client. */
public enum DatabaseKind {
    TDENGINE("TDengine", "SELECT SERVER_VERSION()") {
        @Override
        String qualified(String database, String table) {
            return "`" + database + "`.`" + table + "`";
        }

        @Override
        String microsOf(String time) {
            return "CAST(" + time + " AS BIGINT)"; // the extension creates databases of microseconds
        }

        @Override
        boolean saysMissing(SQLException failure) {
            return MISSING.contains(failure.getErrorCode() & CODE);
        }

        @Override
        Map<String, String> patience(Duration patience) {
            var millis = Long.toString(patience.toMillis());
            return Map.of("httpConnectTimeout", millis, "messageWaitTimeout", millis);
        }
    },
    QUESTDB("QuestDB", "SELECT build()") {
        @Override
        String qualified(String database, String table) {
            return '"' + table + '"';
        }

        @Override
        String microsOf(String time) {
            return "CAST(" + time + " AS LONG)";
        }

        @Override
        boolean saysMissing(SQLException failure) {
            return String.valueOf(failure.getMessage()).contains("table does not exist");
        }

        @Override
        Map<String, String> patience(Duration patience) {
            var seconds = Long.toString(Math.max(1, patience.toSeconds()));
            return Map.of("connectTimeout", seconds, "socketTimeout", seconds, "loginTimeout", seconds);
        }
    },
    /** Any database, of which only queries of the user are known. Drivers have no common setting for timeouts. */
    OTHER("database", "") {
        @Override
        String qualified(String database, String table) {
            return table;
        }

        @Override
        String microsOf(String time) {
            throw new UnsupportedOperationException("Times are read by the user's query");
        }

        @Override
        boolean saysMissing(SQLException failure) {
            return false;
        }

        @Override
        Map<String, String> patience(Duration patience) {
            return Map.of();
        }
    };

    /** TDengine's error codes for an unknown table and an unknown database. */
    private static final Set<Integer> MISSING = Set.of(0x2603, 0x2662, 0x0388, 0x0618, 0x0362);

    private static final int CODE = 0xFFFF;

    /** SQLSTATE of an unknown table: of PostgreSQL, of MySQL and H2, and of Derby. */
    private static final Set<String> MISSING_STATES = Set.of("42P01", "42S02", "42S03", "42S04", "42X05");

    private final String title;
    private final String versionQuery;

    DatabaseKind(String title, String versionQuery) {
        this.title = title;
        this.versionQuery = versionQuery;
    }

    /**
     * Returns the kind of a JDBC URL.
     *
     * @throws IllegalArgumentException for any other database
     */
    static DatabaseKind of(String jdbcUrl) {
        var url = jdbcUrl.toLowerCase(Locale.ROOT);
        if (url.startsWith("jdbc:taos-ws:")) {
            return TDENGINE;
        }
        if (url.startsWith("jdbc:postgresql:")) {
            return QUESTDB;
        }
        throw new IllegalArgumentException(jdbcUrl + " is neither jdbc:TAOS-WS://host:6041/database for TDengine nor"
                + " jdbc:postgresql://host:8812/qdb for QuestDB");
    }

    /** Returns the kind of a JDBC URL; {@link #OTHER} if it is neither TDengine's nor PostgreSQL's. */
    static DatabaseKind ofAny(String jdbcUrl) {
        try {
            return of(jdbcUrl);
        } catch (IllegalArgumentException e) {
            return OTHER;
        }
    }

    String title() {
        return title;
    }

    /** Returns the name in the thresholds of scenarios. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String versionQuery() {
        return versionQuery;
    }

    /** Returns the qualified name of a table in SQL. */
    abstract String qualified(String database, String table);

    /** Returns an SQL expression for a time in microseconds since 1970. */
    abstract String microsOf(String time);

    /** Returns whether the failure means that the table or the database does not exist (yet). */
    abstract boolean saysMissing(SQLException failure);

    /** Returns whether the failure means that a table of a user's query does not exist (yet), as far as it is known. */
    boolean queryLacksTable(SQLException failure) {
        return saysMissing(failure)
                || MISSING_STATES.contains(String.valueOf(failure.getSQLState()))
                || String.valueOf(failure.getMessage()).contains("no such table"); // SQLite
    }

    /** Returns driver properties for the timeout of connecting and of each request. */
    abstract Map<String, String> patience(Duration patience);

    Properties properties(String username, String password, Duration patience) {
        var properties = new Properties();
        properties.putAll(patience(patience));
        if (!username.isEmpty()) {
            properties.setProperty("user", username);
            properties.setProperty("password", password);
        }
        return properties;
    }
}
