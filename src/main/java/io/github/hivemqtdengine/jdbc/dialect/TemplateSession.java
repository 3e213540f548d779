package io.github.hivemqtdengine.jdbc.dialect;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.SqlTemplate;
import io.github.hivemqtdengine.message.TableVersion;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.List;

/**
 * Session that also executes the users' own SQL, after the rows of tables: after a failure, the latter may be written
 * twice and replace themselves.
 */
public final class TemplateSession implements Session {

    private final Session tables;
    private final SqlTemplates templates;
    private Precision precision = Precision.MICROSECONDS;

    public TemplateSession(Session tables, SqlTemplates templates) {
        this.tables = tables;
        this.templates = templates;
    }

    @Override
    public Opened open(Connection connection) throws SQLException {
        var opened = tables.open(connection);
        precision = opened.precision();
        return opened;
    }

    @Override
    public void openTable(Connection connection, TableVersion version) throws SQLException {
        tables.openTable(connection, version);
    }

    @Override
    public void write(Connection connection, List<Row> rows) throws SQLException {
        var ofTemplates = ofTemplates(rows);
        if (ofTemplates.isEmpty()) {
            tables.write(connection, rows);
            return;
        }
        if (ofTemplates.size() < rows.size()) {
            tables.write(connection, ofTables(rows));
        }
        templates.write(connection, ofTemplates, precision);
    }

    /** Refuses rows for the users' own SQL, which may write to any place. */
    @Override
    public void probe(Connection connection, Row row) throws SQLException {
        if (!(row.target() instanceof TableVersion)) {
            throw new SQLFeatureNotSupportedException("the SQL names no known table for a query");
        }
        tables.probe(connection, row);
    }

    public static List<Row> ofTables(List<Row> rows) {
        return rows.stream().filter(row -> row.target() instanceof TableVersion).toList();
    }

    public static List<Row> ofTemplates(List<Row> rows) {
        var found = new ArrayList<Row>();
        for (var row : rows) {
            if (row.target() instanceof SqlTemplate) {
                found.add(row);
            }
        }
        return found;
    }

    @Override
    public void close() {
        tables.close();
    }
}
