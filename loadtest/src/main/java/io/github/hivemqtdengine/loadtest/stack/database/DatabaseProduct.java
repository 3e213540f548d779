// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.regex.Pattern;

/** Name and version of the database of a connection, for the report. */
final class DatabaseProduct {

    private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)+");

    private DatabaseProduct() {}

    static String of(Connection connection, DatabaseKind kind) throws SQLException {
        var answer = kind == DatabaseKind.OTHER ? Optional.<String>empty() : answer(connection, kind.versionQuery());
        if (answer.isPresent()) {
            return kind.title() + " " + version(answer.get());
        }
        var data = connection.getMetaData();
        return data.getDatabaseProductName() + " " + version(String.valueOf(data.getDatabaseProductVersion()));
    }

    /** Returns nothing for PostgreSQL, which has no {@code build()} as QuestDB has. */
    private static Optional<String> answer(Connection connection, String query) {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery(query)) {
            return result.next() ? Optional.ofNullable(result.getString(1)) : Optional.empty();
        } catch (SQLException e) {
            return Optional.empty();
        }
    }

    private static String version(String text) {
        var version = VERSION.matcher(text);
        return version.find() ? version.group() : "of an unknown version";
    }
}
