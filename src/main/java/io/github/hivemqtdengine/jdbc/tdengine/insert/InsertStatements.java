package io.github.hivemqtdengine.jdbc.tdengine.insert;

import io.github.hivemqtdengine.jdbc.dialect.InsertPasses.SubtableRows;
import io.github.hivemqtdengine.jdbc.dialect.RefusedRows;
import io.github.hivemqtdengine.jdbc.tdengine.sql.SqlText;
import io.github.hivemqtdengine.jdbc.tdengine.sql.SuperTableSql;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import java.sql.SQLException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;

/** Builder of multi-table INSERTs, as few as the server's size limit allows. For one thread. */
public final class InsertStatements {

    /**
     * Size at which a statement is executed. The server accepts 1 MiB, and a row with its subtable's name and tags
     * takes less than the difference. Column names may take more, so they are counted before they are appended.
     */
    public static final int FULL_BYTES = 850 * 1_024;

    private static final byte[] INSERT = SqlText.ascii("INSERT INTO ");

    private final SqlText sql = new SqlText();
    private final KnownSubtables known;

    InsertStatements() {
        this(new KnownSubtables(KnownSubtables.CAPACITY));
    }

    /** @param known subtables that can be named without their tags */
    InsertStatements(KnownSubtables known) {
        this.known = known;
    }

    /** Rows of one subtable, with the SQL of their super table. */
    record Part(SuperTableSql table, SubtableRows rows) {}

    @FunctionalInterface
    public interface Execution {
        void execute(String sql) throws SQLException;
    }

    /**
     * Writes all parts and executes the statements in order.
     *
     * @param parts each of another subtable: a statement that creates a subtable must not name it again
     */
    void write(List<Part> parts, Precision precision, Execution execution) throws SQLException {
        sql.clear();
        try {
            for (var part : parts) {
                write(part, precision, execution);
            }
            if (!sql.isEmpty()) {
                execute(execution);
            }
        } catch (RuntimeException e) {
            throw named(parts, precision, e);
        }
        // after a failure it is unknown which of the subtables were created
        parts.forEach(part -> known.add(part.table().superTable(), part.rows().subtable()));
    }

    /** Names the rows that can't be written as SQL, without writing any. */
    private RuntimeException named(List<Part> parts, Precision precision, RuntimeException failure)
            throws SQLException {
        var tables = new IdentityHashMap<Row, SuperTableSql>();
        parts.forEach(part -> part.rows().rows().forEach(row -> tables.put(row, part.table())));
        var named = RefusedRows.among(
                tables.keySet(),
                row -> {
                    sql.clear();
                    Objects.requireNonNull(tables.get(row)).appendWhole(sql, row, precision);
                },
                failure);
        sql.clear();
        return named;
    }

    private void write(Part part, Precision precision, Execution execution) throws SQLException {
        boolean begun = false;
        for (var row : part.rows().rows()) {
            if (!begun) {
                makeRoom(part, execution);
                begin(part, precision);
            }
            part.table().appendRow(sql, row, precision);
            begun = sql.length() < FULL_BYTES;
            if (!begun) {
                execute(execution);
            }
        }
    }

    private void makeRoom(Part part, Execution execution) throws SQLException {
        if (!sql.isEmpty() && sql.length() + part.table().headerBytes() >= FULL_BYTES) {
            execute(execution);
        }
    }

    private void begin(Part part, Precision precision) {
        if (sql.isEmpty()) {
            sql.append(INSERT);
        } else {
            sql.append(' ');
        }
        var rows = part.rows();
        if (known.contains(part.table().superTable(), rows.subtable())) {
            part.table().appendTable(sql, rows.subtable());
        } else {
            part.table().appendNewTable(sql, rows.rows().get(0), precision);
        }
    }

    private void execute(Execution execution) throws SQLException {
        execution.execute(sql.toString());
        sql.clear();
    }
}
