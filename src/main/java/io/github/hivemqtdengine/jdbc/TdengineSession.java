package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.Table;
import io.github.hivemqtdengine.pipeline.FailureKind;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/** Writes one lane's batches as plain SQL: its errors carry codes, and it survives changes of the schema. */
final class TdengineSession implements Session {

    private final String database;
    private final TdengineSchema schema;
    private final InsertStatements inserts = new InsertStatements();
    /** By identity: a route has one table as long as it lives. */
    private final IdentityHashMap<Table, SuperTableSql> tables = new IdentityHashMap<>();

    private Precision precision;

    TdengineSession(DatabaseSettings settings) {
        this.database = settings.name();
        this.schema = new TdengineSchema(settings);
        this.precision = settings.schema().precision();
    }

    @Override
    public Precision open(Connection connection) throws SQLException {
        checkCharset(Charset.defaultCharset());
        precision = schema.openDatabase(connection);
        return precision;
    }

    /** The driver sends statements in the platform's charset. */
    static void checkCharset(Charset platform) throws SetupException {
        if (!platform.equals(StandardCharsets.UTF_8)) {
            throw new SetupException(
                    FailureKind.FATAL,
                    "the TDengine driver would send text as " + platform
                            + " instead of UTF-8; start the broker with -Dfile.encoding=UTF-8");
        }
    }

    @Override
    public void write(Connection connection, List<Row> rows) throws SQLException {
        try (var statement = connection.createStatement()) {
            for (var round : WriteRounds.of(rows, precision)) {
                inserts.write(parts(connection, round), precision, statement::execute);
            }
        }
    }

    private List<InsertStatements.Part> parts(Connection connection, List<SubtableRows> round) throws SQLException {
        var parts = new ArrayList<InsertStatements.Part>(round.size());
        for (var rows : round) {
            parts.add(new InsertStatements.Part(table(connection, rows.table()), rows));
        }
        return parts;
    }

    private SuperTableSql table(Connection connection, Table table) throws SQLException {
        var known = tables.get(table);
        if (known != null) {
            return known;
        }
        var sql = new SuperTableSql(database, table);
        schema.openTable(connection, table);
        tables.put(table, sql);
        return sql;
    }

    @Override
    public void forget() {
        tables.clear();
        inserts.forget();
    }
}
