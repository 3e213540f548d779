package io.github.hivemqtdengine.jdbc.tdengine.insert;

import io.github.hivemqtdengine.jdbc.dialect.InsertPasses.SubtableRows;
import io.github.hivemqtdengine.jdbc.tdengine.sql.SuperTableSql;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.IdentityHashMap;
import java.util.List;

/** Insert engine for plain SQL: its errors carry codes, it supports every type, and it survives schema changes. */
public final class SqlEngine implements InsertEngine {

    private final String database;
    private final InsertStatements inserts;
    /** By identity, because a route has few tables in its lifetime. */
    private final IdentityHashMap<Table, SuperTableSql> tables = new IdentityHashMap<>();

    public SqlEngine(String database) {
        this(database, new KnownSubtables(KnownSubtables.CAPACITY));
    }

    /** @param known subtables that can be named without their tags */
    public SqlEngine(String database, KnownSubtables known) {
        this.database = database;
        this.inserts = new InsertStatements(known);
    }

    @Override
    public void write(Connection connection, List<SubtableRows> round, Precision precision) throws SQLException {
        try (var statement = connection.createStatement()) {
            write(round, precision, statement::execute);
        }
    }

    /** Passes the statements that store all rows to an execution; otherwise like the method with a connection. */
    public void write(List<SubtableRows> round, Precision precision, InsertStatements.Execution execution)
            throws SQLException {
        var parts = round.stream()
                .map(rows -> new InsertStatements.Part(sql(rows.table()), rows))
                .toList();
        inserts.write(parts, precision, execution);
    }

    private SuperTableSql sql(Table table) {
        return tables.computeIfAbsent(table, it -> new SuperTableSql(database, it));
    }
}
