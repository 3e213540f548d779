package io.github.hivemqtdengine.jdbc.tdengine;

import io.github.hivemqtdengine.jdbc.dialect.RefusedRows;
import io.github.hivemqtdengine.jdbc.dialect.SqlTemplates;
import io.github.hivemqtdengine.jdbc.tdengine.driver.TdengineFailures;
import io.github.hivemqtdengine.jdbc.tdengine.sql.Identifier;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.SqlTemplate;
import java.lang.ref.WeakReference;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;

/** Executor of the users' own SQL in TDengine, with values as literals. */
final class TdengineTemplates implements SqlTemplates {

    private static final Set<Integer> DATABASE_MISSING = Set.of(0x0217, 0x0380, 0x0388, 0x2616);

    private final String use;
    private final TemplateText text = new TemplateText();
    /** Connection that uses the lane's database already, because USE takes longer than a row. */
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

    /** Selects the database for names that do not contain one. */
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
            if (isStatementsOwn(TdengineFailures.code(e))) {
                statement.execute(use); // fails if the lane's own database is the cause
                throw new RefusedRows(rows, row -> String.valueOf(e.getMessage()));
            }
            throw e;
        }
    }

    /** Returns whether a code means a missing object or permission; the lane's database may be the cause, too. */
    private static boolean isStatementsOwn(int code) {
        return TdengineFailures.MISSING.contains(code)
                || TdengineFailures.NOT_ALLOWED.contains(code)
                || DATABASE_MISSING.contains(code);
    }
}
