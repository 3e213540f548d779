package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.Collectors;

/** Writes one lane's batches with bound values, each batch in one transaction. */
final class QuestDbSession implements Session {

    private final QuestDbSchema schema;
    private final Precision precision;
    /** By identity: a route has one table as long as it lives. */
    private final IdentityHashMap<Table, QuestDbTable> tables = new IdentityHashMap<>();

    QuestDbSession(DatabaseSettings settings) {
        this.schema = new QuestDbSchema(settings.schema());
        this.precision = settings.precision() == Precision.NANOSECONDS ? Precision.NANOSECONDS : Precision.MICROSECONDS;
    }

    /** A QuestDB server is one database, whose timestamps are microseconds or nanoseconds column by column. */
    @Override
    public Precision open(Connection connection) {
        return precision;
    }

    @Override
    public void write(Connection connection, List<Row> rows) throws SQLException {
        var groups = SubtableRows.group(rows, precision);
        for (var group : groups) {
            openTable(connection, group.table());
        }
        var byTable = groups.stream().collect(Collectors.groupingBy(group -> tables.get(group.table())));
        for (var entry : byTable.entrySet()) {
            insert(connection, entry.getKey(), entry.getValue());
        }
        connection.commit();
    }

    private void openTable(Connection connection, Table table) throws SQLException {
        if (!tables.containsKey(table)) {
            var opened = new QuestDbTable(table, precision);
            schema.openTable(connection, opened);
            tables.put(table, opened);
        }
    }

    private static void insert(Connection connection, QuestDbTable table, List<SubtableRows> groups)
            throws SQLException {
        try (var statement = connection.prepareStatement(table.insert())) {
            for (var group : groups) {
                for (var row : group.rows()) {
                    table.bind(statement, row);
                    statement.addBatch();
                }
            }
            statement.executeBatch();
        }
    }

    @Override
    public void forget() {
        tables.clear();
    }
}
