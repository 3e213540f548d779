package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.SqlTemplate;
import java.lang.ref.WeakReference;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;

/** Executes SQL of users' own in TDengine, its values written as literals. */
final class TdengineTemplates implements SqlTemplates {

    /** Tables, columns, tags and databases that are not there, and that nobody creates unless it is our own database. */
    private static final Set<Integer> MISSING = Set.of(
            0x022B, 0x0362, 0x061A, 0x2603, 0x0525, 0x0526, 0x2602, 0x260D, 0x260E, 0x263F, 0x267D, 0x267E, 0x267F,
            0x0217, 0x0380, 0x0388, 0x2616);

    /** What the user may not do in a database that it may use. */
    private static final Set<Integer> NOT_ALLOWED = Set.of(0x0214, 0x0303, 0x0512, 0x2644);

    private final String use;
    private final TemplateText text = new TemplateText();
    /** The connection on which the lane's database is the current one: saying so takes longer than a row. */
    private WeakReference<Connection> prepared = new WeakReference<>(null);

    TdengineTemplates(String database) {
        this.use = "USE " + Identifier.database(database);
    }

    @Override
    public void write(Connection connection, List<Row> rows, Precision precision) throws SQLException {
        try (var statement = connection.createStatement()) {
            useDatabase(connection, statement);
            for (var ofTemplate : SqlTemplates.byTemplate(rows).entrySet()) {
                write(ofTemplate.getKey(), ofTemplate.getValue(), precision, statement);
            }
        }
    }

    /** Names without a database's are meant for this one. */
    private void useDatabase(Connection connection, Statement statement) throws SQLException {
        var driver = connection.unwrap(Connection.class);
        if (prepared.get() != driver) {
            statement.execute(use);
            prepared = new WeakReference<>(driver);
        }
    }

    private void write(SqlTemplate template, List<Row> rows, Precision precision, Statement statement)
            throws SQLException {
        try {
            text.write(template, rows, precision, statement::execute);
        } catch (SQLException e) {
            int code = TdengineFailures.code(e);
            if (MISSING.contains(code) || NOT_ALLOWED.contains(code)) {
                statement.execute(use); // fails if it is our own database that is to blame
                throw new RefusedRows(rows, row -> String.valueOf(e.getMessage()));
            }
            throw e;
        }
    }
}
