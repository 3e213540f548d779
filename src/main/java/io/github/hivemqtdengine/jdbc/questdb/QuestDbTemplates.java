// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.questdb;

import io.github.hivemqtdengine.jdbc.dialect.RefusedRows;
import io.github.hivemqtdengine.jdbc.dialect.UnicodeText;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.SqlTemplate;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;

/**
 * Executor of the users' own SQL in QuestDB, with bound values and one transaction per template. Numbers and times are
 * bound as text, which QuestDB parses as the column's type or refuses. It would silently truncate a DOUBLE for a LONG
 * column, and read a LONG for a timestamp column in the column's unit.
 */
final class QuestDbTemplates {

    /** Position that QuestDB reports instead of none. */
    private static final int FIRST_CHARACTER = 1;

    private QuestDbTemplates() {}

    /** Executes the statements of all rows, or throws; some may have been executed by then. */
    static void write(Connection connection, Map<SqlTemplate, List<Row>> byTemplate) throws SQLException {
        for (var ofTemplate : byTemplate.entrySet()) {
            try {
                var template = ofTemplate.getKey();
                int width = template.placeholders().size();
                BoundRows.write(connection, sql(template), width, ofTemplate.getValue(), QuestDbTemplates::bind);
                connection.commit();
            } catch (SQLException e) {
                if (blamesStatement(e)) {
                    throw new RefusedRows(ofTemplate.getValue(), row -> rootMessage(e));
                }
                throw e;
            }
        }
    }

    static String sql(SqlTemplate template) {
        return template.with("?");
    }

    private static void bind(PreparedStatement statement, Row row) throws SQLException {
        for (int i = 0; i < row.values().length; i++) {
            bind(statement, i + 1, row.values()[i]);
        }
    }

    private static void bind(PreparedStatement statement, int index, @Nullable Object value) throws SQLException {
        if (value == null) {
            statement.setNull(index, Types.NULL);
        } else if (value instanceof Boolean truth) {
            statement.setBoolean(index, truth);
        } else if (value instanceof byte[] bytes) {
            statement.setBytes(index, bytes);
        } else {
            statement.setString(index, UnicodeText.require(value.toString()));
        }
    }

    /** Returns whether the failure is caused by the SQL itself or by a missing table, not by a value. */
    private static boolean blamesStatement(SQLException failure) {
        return switch (QuestDbFailures.classify(failure).kind()) {
            case SCHEMA -> !QuestDbFailures.mayPass(failure);
            case UNKNOWN -> pointsAtCharacter(failure);
            default -> false;
        };
    }

    private static boolean pointsAtCharacter(SQLException failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof PSQLException e
                    && e.getServerErrorMessage() != null
                    && e.getServerErrorMessage().getPosition() > FIRST_CHARACTER) {
                return true;
            }
        }
        return false;
    }

    private static String rootMessage(SQLException failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }
}
