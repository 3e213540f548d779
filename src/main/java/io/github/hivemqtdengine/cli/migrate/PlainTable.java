package io.github.hivemqtdengine.cli.migrate;

import io.github.hivemqtdengine.cli.migrate.OldSql.Column;
import io.github.hivemqtdengine.cli.migrate.OldSql.Table;
import java.util.stream.Collectors;

/** Facts about plain tables, which this extension writes by a statement. */
final class PlainTable {

    private PlainTable() {}

    /** Notes what differs from a super table. */
    static void note(int line, Table table, Notes notes) {
        notes.add(
                line,
                "The table is a plain table, so the route has a statement. As before, two messages with the same time"
                        + " become one row. To keep both, write to a super table: the layout one-table of"
                        + " conf/examples/layouts-of-2020");
        notes.add(line, "The extension does not create a plain table. If it is missing: " + sql(table));
    }

    static boolean isTimestamp(Column column) {
        return column.type().equals("TIMESTAMP");
    }

    private static String sql(Table table) {
        return "CREATE TABLE IF NOT EXISTS " + qualified(table.name())
                + table.columns().stream()
                        .map(column -> "`" + column.name() + "` " + column.type())
                        .collect(Collectors.joining(", ", " (", ")"));
    }

    private static String qualified(String name) {
        var database = OldName.database(name);
        return (database.isEmpty() ? "" : "`" + database + "`.") + "`" + OldName.of(OldName.withoutDatabase(name))
                + "`";
    }
}
