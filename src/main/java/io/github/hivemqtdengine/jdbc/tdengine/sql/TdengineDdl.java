// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.sql;

import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.TableShape;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Statements that read and change a schema in TDengine. Immutable. */
public final class TdengineDdl {

    private final String database;

    public TdengineDdl(String database) {
        this.database = database;
    }

    public String createDatabase(SchemaSettings settings) {
        return "CREATE DATABASE IF NOT EXISTS " + Identifier.database(database) + " PRECISION '"
                + settings.precision().unit() + "'" + settings.newDatabase().sql();
    }

    /**
     * Returns the query for the properties of the database.
     *
     * @param columns of {@code DatabaseProperties}
     */
    public String selectProperties(String columns) {
        var name = new SqlText();
        SqlLiteral.text(name, database);
        return "SELECT " + columns + " FROM information_schema.ins_databases WHERE name = " + name;
    }

    public String describe(TableShape table) {
        return "DESCRIBE " + qualified(table);
    }

    public String createTable(TableShape table) {
        return createTable(table, "COMPOSITE KEY");
    }

    /** Returns the statement in the syntax of servers before 3.3.6.3, which call a composite key PRIMARY KEY. */
    public String createTableBefore3363(TableShape table) {
        return createTable(table, "PRIMARY KEY");
    }

    private String createTable(TableShape table, String keyWords) {
        var columns = new ArrayList<String>();
        columns.add(Identifier.column(table.timestampColumn()) + " TIMESTAMP");
        table.sequence().ifPresent(name -> columns.add(Identifier.column(name) + " BIGINT " + keyWords));
        table.columns().forEach(column -> columns.add(definition(column)));
        var tags = table.tags().stream().map(TdengineDdl::definition).collect(Collectors.joining(", "));
        return "CREATE STABLE IF NOT EXISTS " + qualified(table) + " (" + String.join(", ", columns) + ") TAGS (" + tags
                + ")";
    }

    /** Returns one statement for each column or tag that is missing or too short. */
    public List<String> alter(TableShape table, TableDifferences differences) {
        var changes = new ArrayList<String>();
        differences.missing().forEach(column -> changes.add(alter(table, "ADD", differences.isTag(column), column)));
        differences
                .tooShort()
                .forEach(column -> changes.add(alter(table, "MODIFY", differences.isTag(column), column)));
        return changes;
    }

    private String alter(TableShape table, String verb, boolean tag, Column column) {
        return "ALTER STABLE " + qualified(table) + " " + verb + (tag ? " TAG " : " COLUMN ") + definition(column);
    }

    private String qualified(TableShape table) {
        return Identifier.database(database) + "." + Identifier.table(table.superTable());
    }

    private static String definition(Column column) {
        return Identifier.column(column.name()) + " " + column.type();
    }
}
