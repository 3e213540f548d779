package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.SqlTemplate;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;

/**
 * Executes SQL of users' own in QuestDB, its values bound, each template in a transaction of its own. Numbers and times
 * are bound as text: QuestDB reads it as the column's type or refuses it, where of a DOUBLE for a LONG it would cut the
 * decimals in silence, and take a LONG for a number of whatever the column counts time in.
 */
final class QuestDbTemplates implements SqlTemplates {

    /** Where QuestDB points if it knows no place. */
    private static final int FIRST_CHARACTER = 1;

    @Override
    public void write(Connection connection, List<Row> rows, Precision precision) throws SQLException {
        for (var ofTemplate : SqlTemplates.byTemplate(rows).entrySet()) {
            try {
                execute(connection, ofTemplate.getKey(), ofTemplate.getValue());
                connection.commit();
            } catch (SQLException e) {
                if (blamesStatement(e)) {
                    throw new RefusedRows(ofTemplate.getValue(), row -> words(e));
                }
                throw e;
            }
        }
    }

    static String sql(SqlTemplate template) {
        return template.with("?");
    }

    private static void execute(Connection connection, SqlTemplate template, List<Row> rows) throws SQLException {
        try (var statement = connection.prepareStatement(sql(template))) {
            for (var row : rows) {
                bind(statement, row);
                statement.addBatch();
            }
            statement.executeBatch();
        } catch (RuntimeException e) {
            throw named(connection, template, rows, e);
        }
    }

    private static RuntimeException named(
            Connection connection, SqlTemplate template, List<Row> rows, RuntimeException failure) throws SQLException {
        try (var statement = connection.prepareStatement(sql(template))) {
            return RefusedRows.among(rows, row -> bind(statement, row), failure);
        }
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

    /** Whether not a value is to blame, but the SQL itself or a table that nobody creates. */
    private static boolean blamesStatement(SQLException failure) {
        return switch (QuestDbFailures.judge(failure).kind()) {
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

    private static String words(SQLException failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }
}
