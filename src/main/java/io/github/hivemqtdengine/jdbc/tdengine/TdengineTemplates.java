// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine;

import io.github.hivemqtdengine.jdbc.dialect.RefusedRows;
import io.github.hivemqtdengine.jdbc.tdengine.driver.TdengineFailures;
import io.github.hivemqtdengine.jdbc.tdengine.insert.SqlEngine;
import io.github.hivemqtdengine.jdbc.tdengine.sql.Identifier;
import io.github.hivemqtdengine.jdbc.tdengine.sql.SqlLiteral;
import io.github.hivemqtdengine.jdbc.tdengine.sql.SqlText;
import io.github.hivemqtdengine.message.ColumnType.Kind;
import io.github.hivemqtdengine.message.EpochNanos;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.SqlTemplate;
import java.lang.ref.WeakReference;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writer of the operator's SQL templates to TDengine. Inlines values as literals and combines rows into few statements.
 * For one thread.
 */
final class TdengineTemplates {

    /** Decimals from which on a number may be subnormal. */
    private static final int MAX_DECIMALS = 300;

    private static final Set<Integer> DATABASE_MISSING = Set.of(0x0217, 0x0380, 0x0388, 0x2616);

    private final String use;
    private final SqlText sql = new SqlText();
    /** Connection on which USE was executed last; USE takes longer than an insert. */
    private WeakReference<Connection> selectedOn = new WeakReference<>(null);

    TdengineTemplates(String database) {
        this.use = "USE " + Identifier.database(database);
    }

    /** Executes the statements of all rows, or throws; some may have been executed by then. */
    void write(Connection connection, Map<SqlTemplate, List<Row>> byTemplate, Precision precision) throws SQLException {
        try (var statement = connection.createStatement()) {
            useDatabase(connection, statement);
            for (var ofTemplate : byTemplate.entrySet()) {
                writeOrRefuse(ofTemplate.getKey(), ofTemplate.getValue(), precision, statement);
            }
        }
    }

    /** Selects the database for names that do not contain one. */
    private void useDatabase(Connection connection, Statement statement) throws SQLException {
        var driver = connection.unwrap(Connection.class);
        if (selectedOn.get() != driver) {
            statement.execute(use);
            selectedOn = new WeakReference<>(driver);
        }
    }

    private void writeOrRefuse(SqlTemplate template, List<Row> rows, Precision precision, Statement statement)
            throws SQLException {
        try {
            write(template, rows, precision, statement::execute);
        } catch (SQLException e) {
            if (mayBeCausedByTemplate(TdengineFailures.code(e))) {
                statement.execute(use); // fails if the lane's own database is the cause
                throw new RefusedRows(rows, row -> String.valueOf(e.getMessage()));
            }
            throw e;
        }
    }

    /** Writes the rows of one template and executes the statements in order. */
    void write(SqlTemplate template, List<Row> rows, Precision precision, SqlEngine.Execution execution)
            throws SQLException {
        try {
            tryToWrite(template, rows, precision, execution);
        } catch (RuntimeException e) {
            throw RefusedRows.among(
                    rows,
                    row -> {
                        sql.clear();
                        append(template, row, precision);
                    },
                    e);
        }
    }

    private void tryToWrite(SqlTemplate template, List<Row> rows, Precision precision, SqlEngine.Execution execution)
            throws SQLException {
        sql.clear();
        for (var row : rows) {
            if (sql.isEmpty()) {
                sql.append(template.head());
            } else {
                sql.append(',');
            }
            append(template, row, precision);
            if (template.head().isEmpty() || sql.length() >= SqlEngine.FULL_BYTES) {
                execute(execution);
            }
        }
        if (!sql.isEmpty()) {
            execute(execution);
        }
    }

    private void append(SqlTemplate template, Row row, Precision precision) {
        var pieces = template.pieces();
        sql.append(pieces.get(0));
        for (int i = 0; i < row.values().length; i++) {
            append(row.values()[i], precision);
            sql.append(pieces.get(i + 1));
        }
    }

    private void append(@Nullable Object value, Precision precision) {
        if (value instanceof BigDecimal number && number.scale() > MAX_DECIMALS) {
            SqlLiteral.append(sql, Kind.DOUBLE, number.doubleValue(), precision);
        } else if (value instanceof BigInteger || value instanceof BigDecimal) {
            sql.appendAscii(value.toString());
        } else if (value instanceof Instant time) {
            SqlLiteral.append(sql, Kind.TIMESTAMP, EpochNanos.of(time), precision);
        } else {
            SqlLiteral.append(sql, kind(value), value, precision);
        }
    }

    private static Kind kind(@Nullable Object value) {
        if (value instanceof Long) {
            return Kind.BIGINT;
        }
        if (value instanceof Boolean) {
            return Kind.BOOL;
        }
        return value instanceof byte[] ? Kind.VARBINARY : Kind.VARCHAR;
    }

    private void execute(SqlEngine.Execution execution) throws SQLException {
        execution.execute(sql.toString());
        sql.clear();
    }

    /** Returns whether a code means a missing object or permission; the lane's database may be the cause, too. */
    private static boolean mayBeCausedByTemplate(int code) {
        return TdengineFailures.MISSING.contains(code)
                || TdengineFailures.NOT_ALLOWED.contains(code)
                || DATABASE_MISSING.contains(code);
    }
}
