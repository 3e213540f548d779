// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.insert;

import io.github.hivemqtdengine.jdbc.dialect.InsertPasses.SubtableRows;
import io.github.hivemqtdengine.jdbc.dialect.RefusedRows;
import io.github.hivemqtdengine.jdbc.tdengine.sql.SqlText;
import io.github.hivemqtdengine.jdbc.tdengine.sql.SuperTableSql;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.TableVersion;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Insert engine for plain SQL: its errors carry codes, it supports every type, and it survives schema changes. Builds
 * multi-table INSERTs, as few as the server's size limit allows. For one thread.
 */
public final class SqlEngine implements InsertEngine {

    /**
     * Size at which a statement is executed. The server accepts 1 MiB, and a row with its subtable's name and tags
     * takes less than the difference. Column names may take more, so they are counted before they are appended.
     */
    public static final int FULL_BYTES = 850 * 1_024;

    private static final byte[] INSERT = SqlText.ascii("INSERT INTO ");

    private final String database;
    private final SqlText sql = new SqlText();
    private final KnownSubtables known;
    private final Map<TableVersion, SuperTableSql> tables = new HashMap<>();

    public SqlEngine(String database) {
        this(database, new KnownSubtables(KnownSubtables.CAPACITY));
    }

    /** @param known subtables that can be named without their tags */
    SqlEngine(String database, KnownSubtables known) {
        this.database = database;
        this.known = known;
    }

    @FunctionalInterface
    public interface Execution {
        void execute(String sql) throws SQLException;
    }

    @Override
    public void write(Connection connection, List<SubtableRows> pass, Precision precision) throws SQLException {
        try (var statement = connection.createStatement()) {
            write(pass, precision, statement::execute);
        }
    }

    /**
     * Passes the statements that store all rows to an execution, in order; otherwise like the method with a connection.
     *
     * @param pass each of another subtable: a statement that creates a subtable must not name it again
     */
    public void write(List<SubtableRows> pass, Precision precision, Execution execution) throws SQLException {
        sql.clear();
        var created = new ArrayList<SubtableRows>();
        try {
            for (var part : pass) {
                boolean isNew = !known.touch(part.shape().superTable(), part.subtable());
                if (isNew) {
                    created.add(part);
                }
                write(part, isNew, precision, execution);
            }
            if (!sql.isEmpty()) {
                execute(execution);
            }
        } catch (RuntimeException e) {
            throw named(pass, precision, e);
        }
        // only now: after a failure it is unknown which subtables were created
        created.forEach(part -> known.add(part.shape().superTable(), part.subtable()));
    }

    /** Names the rows that can't be written as SQL, without writing any. */
    private RuntimeException named(List<SubtableRows> pass, Precision precision, RuntimeException failure)
            throws SQLException {
        var rows = pass.stream().flatMap(part -> part.rows().stream()).toList();
        var named = RefusedRows.among(
                rows,
                row -> {
                    sql.clear();
                    sql(row.version()).appendWhole(sql, row, precision);
                },
                failure);
        sql.clear();
        return named;
    }

    private SuperTableSql sql(TableVersion version) {
        return tables.computeIfAbsent(version, it -> new SuperTableSql(database, it.shape()));
    }

    /** Writes the rows of a subtable. The tags of a new one are only in the first statement, which creates it. */
    private void write(SubtableRows part, boolean isNew, Precision precision, Execution execution) throws SQLException {
        var table = sql(part.version());
        boolean withTags = isNew;
        boolean begun = false;
        for (var row : part.rows()) {
            if (!begun) {
                makeRoom(table, execution);
                begin(table, part, withTags, precision);
                withTags = false;
            }
            table.appendRow(sql, row, precision);
            begun = sql.length() < FULL_BYTES;
            if (!begun) {
                execute(execution);
            }
        }
    }

    private void makeRoom(SuperTableSql table, Execution execution) throws SQLException {
        if (!sql.isEmpty() && sql.length() + table.headerBytes() >= FULL_BYTES) {
            execute(execution);
        }
    }

    private void begin(SuperTableSql table, SubtableRows part, boolean withTags, Precision precision) {
        if (sql.isEmpty()) {
            sql.append(INSERT);
        } else {
            sql.append(' ');
        }
        if (withTags) {
            table.appendNewTable(sql, part.rows().get(0), precision);
        } else {
            table.appendTable(sql, part.subtable());
        }
    }

    private void execute(Execution execution) throws SQLException {
        execution.execute(sql.toString());
        sql.clear();
    }
}
