package io.github.hivemqtdengine.jdbc.tdengine;

import io.github.hivemqtdengine.jdbc.dialect.RefusedRows;
import io.github.hivemqtdengine.jdbc.tdengine.insert.InsertStatements;
import io.github.hivemqtdengine.jdbc.tdengine.sql.SqlLiteral;
import io.github.hivemqtdengine.jdbc.tdengine.sql.SqlText;
import io.github.hivemqtdengine.message.ColumnType.Kind;
import io.github.hivemqtdengine.message.EpochNanos;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.SqlTemplate;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builder of the users' own SQL for TDengine, as few statements as templates and size limit allow. For one thread. */
final class TemplateText {

    private final SqlText sql = new SqlText();

    /** Writes the rows of one template and executes the statements in order. */
    void write(SqlTemplate template, List<Row> rows, Precision precision, InsertStatements.Execution execution)
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

    private void tryToWrite(
            SqlTemplate template, List<Row> rows, Precision precision, InsertStatements.Execution execution)
            throws SQLException {
        sql.clear();
        for (var row : rows) {
            if (sql.isEmpty()) {
                sql.append(template.head());
            } else {
                sql.append(',');
            }
            append(template, row, precision);
            if (template.head().isEmpty() || sql.length() >= InsertStatements.FULL_BYTES) {
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
        if (value instanceof BigInteger || value instanceof BigDecimal) {
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

    private void execute(InsertStatements.Execution execution) throws SQLException {
        execution.execute(sql.toString());
        sql.clear();
    }
}
