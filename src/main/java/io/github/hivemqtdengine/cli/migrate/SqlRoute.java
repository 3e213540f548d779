package io.github.hivemqtdengine.cli.migrate;

import io.github.hivemqtdengine.cli.migrate.OldSettings.Setting;
import io.github.hivemqtdengine.cli.migrate.OldSql.Column;
import io.github.hivemqtdengine.cli.migrate.OldSql.Insert;
import io.github.hivemqtdengine.cli.migrate.OldSql.Table;
import io.github.hivemqtdengine.cli.migrate.SqlTokens.Token;
import io.github.hivemqtdengine.config.xml.XmlText;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Converter of the statements of an old file to a route. */
final class SqlRoute {

    private static final String NULL = "null";

    private final Setting insertion;
    private final Placeholders placeholders;
    private final Notes notes;

    /** @param insertion the setting with the INSERT */
    SqlRoute(Setting insertion, Placeholders placeholders, Notes notes) {
        this.insertion = insertion;
        this.placeholders = placeholders;
        this.notes = notes;
    }

    /**
     * Returns the route.
     *
     * @param created the table or super table
     * @param where the condition of rows, or nothing
     */
    NewRoute route(Table created, Insert insert, String topicFilter, String payload, Optional<String> where)
            throws MigrationException {
        var columns = columns(created, insert);
        if (columns.size() != insert.values().size()) {
            throw insertion.problem("has " + insert.values().size() + " values for " + columns.size()
                    + " columns; correct it, or the statement that creates the table");
        }
        if (!PlainTable.isTimestamp(columns.get(0))) {
            throw insertion.problem("does not begin with the TIMESTAMP column; put it first");
        }
        return insert.subtable() == null
                ? plain(created, insert, columns, topicFilter, payload)
                : table(created, insert, columns, topicFilter, payload, where);
    }

    private List<Column> columns(Table created, Insert insert) throws MigrationException {
        if (insert.columns().isEmpty()) {
            return created.columns();
        }
        var columns = new ArrayList<Column>();
        for (var name : insert.columns()) {
            columns.add(created.columns().stream()
                    .filter(column -> column.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> insertion.problem(
                            "has the column " + name + ", which the statement that creates the table lacks")));
        }
        return columns;
    }

    private NewRoute plain(Table created, Insert insert, List<Column> columns, String topicFilter, String payload)
            throws MigrationException {
        if (!created.tags().isEmpty()) {
            throw insertion.problem("names no super table with USING, but the table that is created has TAGS; add"
                    + " USING and TAGS to it");
        }
        var values = new ArrayList<String>();
        for (var value : insert.values()) {
            values.add(placeholders.sql(value));
        }
        PlainTable.note(insertion.line(), created, notes);
        return NewRoute.ofPlainTable(
                OldName.of(OldName.withoutDatabase(created.name())),
                topicFilter,
                payload,
                columns.stream().map(Column::name).toList(),
                values);
    }

    private NewRoute table(
            Table created,
            Insert insert,
            List<Column> columns,
            String topicFilter,
            String payload,
            Optional<String> where)
            throws MigrationException {
        var subtable = Objects.requireNonNull(insert.subtable());
        if (subtable.tags().size() != created.tags().size()) {
            throw insertion.problem("has " + subtable.tags().size() + " values for "
                    + created.tags().size() + " tags; correct it, or the statement that creates the table");
        }
        var superTable = OldName.of(OldName.withoutDatabase(created.name()));
        var table = new NewTable(superTable, placeholders.nameTemplate(OldName.withoutDatabase(subtable.name())));
        where.ifPresent(table::where);
        table.timestamp(columns.get(0).name(), timestamp(insert.values().get(0)));
        add(table, "tag", created.tags(), subtable.tags());
        add(
                table,
                "column",
                columns.subList(1, columns.size()),
                insert.values().subList(1, insert.values().size()));
        return NewRoute.of(superTable, topicFilter, payload, table);
    }

    private void add(NewTable table, String element, List<Column> columns, List<Token> values)
            throws MigrationException {
        for (int i = 0; i < columns.size(); i++) {
            if (!values.get(i).is(NULL)) {
                table.value(
                        element,
                        columns.get(i).name(),
                        columns.get(i).type(),
                        placeholders.template(values.get(i)),
                        "");
            }
        }
    }

    private String timestamp(Token value) throws MigrationException {
        var template = placeholders.template(value);
        if (template.equals("${" + Placeholders.ARRIVAL + "}")) {
            return NewTable.ARRIVAL;
        }
        if (!template.contains("${")) {
            throw insertion.problem("has a constant time, so that all rows are one; write a placeholder or now");
        }
        var unit = value.quoted() ? "iso-8601" : "ms";
        notes.add(
                insertion.line(),
                value.quoted()
                        ? "The time is a text: iso-8601 with an offset was assumed. For other text, write the time"
                                + " function of docs/configuration.md with a pattern and a zone"
                        : "The time is a number of the database's precision: milliseconds were assumed. Change unit for a"
                                + " database of us or ns");
        return "value=\"" + XmlText.escape(template) + "\" unit=\"" + unit + "\"";
    }
}
