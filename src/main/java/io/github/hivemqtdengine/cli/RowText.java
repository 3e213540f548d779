// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.cli.output.Fields;
import io.github.hivemqtdengine.cli.output.TextTable;
import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.Decoder.Scalars;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.SqlTemplate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Rows and values as text and JSON. */
final class RowText {

    private static final int MAX_ROWS = 100;

    private RowText() {}

    static boolean isMissing(@Nullable Object value) {
        return value == Decoder.MISSING;
    }

    /** Returns a value as text; strings are in quotes. */
    static String of(@Nullable Object value) {
        if (value instanceof String text) {
            return '"' + text + '"';
        }
        return String.valueOf(plain(value));
    }

    /** Returns a value for JSON; bytes become hexadecimal digits, times ISO 8601. */
    static @Nullable Object plain(@Nullable Object value) {
        if (value instanceof Scalars scalars) {
            return scalars.fields();
        }
        if (value instanceof Instant time) {
            return time.toString();
        }
        return value instanceof byte[] bytes ? "0x" + HexFormat.of().formatHex(bytes) : value;
    }

    private static @Nullable Object plain(Column column, @Nullable Object value) {
        boolean isTime = column.type().kind() == ColumnType.Kind.TIMESTAMP;
        return isTime && value instanceof Long nanos ? time(nanos) : plain(value);
    }

    /** @param of empty for the row's own time, else which column or tag has it, after a blank */
    record Time(String of, long nanos) {}

    /** Returns the times of a row; none of a statement's values, whose columns are unknown. */
    static Stream<Time> times(Row row) {
        if (row.target() instanceof SqlTemplate) {
            return Stream.of();
        }
        var values = Stream.concat(columns(row).stream(), tags(row).stream())
                .filter(it -> it.column.type().kind() == ColumnType.Kind.TIMESTAMP)
                .flatMap(it -> it.value instanceof Long nanos
                        ? Stream.of(new Time(" of \"" + it.column.name() + "\"", nanos))
                        : Stream.of());
        return Stream.concat(Stream.of(new Time("", row.timestamp())), values);
    }

    static String time(long nanos) {
        return Instant.EPOCH.plusNanos(nanos).toString();
    }

    static List<String> lines(Row row) {
        return row.target() instanceof SqlTemplate template ? lines(template, row) : linesOfTable(row);
    }

    private static List<String> lines(SqlTemplate template, Row row) {
        var lines = new ArrayList<String>();
        lines.add("  values of the statement-template");
        for (int i = 0; i < row.values().length; i++) {
            lines.add("    " + template.placeholders().get(i) + " = " + of(row.values()[i]));
        }
        return lines;
    }

    private static List<String> linesOfTable(Row row) {
        var lines = new ArrayList<String>();
        var table = row.shape();
        lines.add("  row of " + table.superTable() + ", subtable " + row.subtable());
        lines.add("    " + table.timestampColumn() + " TIMESTAMP = " + time(row.timestamp()));
        table.sequence().ifPresent(name -> lines.add("    " + name + " BIGINT = " + row.sequence()));
        columns(row).forEach(value -> lines.add("    " + value));
        tags(row).forEach(value -> lines.add("    tag " + value));
        return lines;
    }

    /** Returns a table for the rows of each target, in the order of their first rows. */
    static List<String> tables(List<Row> rows) {
        var lines = new ArrayList<String>();
        var targets = new LinkedHashMap<Object, List<Row>>();
        rows.forEach(row -> targets.computeIfAbsent(
                        row.target() instanceof SqlTemplate ? row.target() : row.shape(), target -> new ArrayList<>())
                .add(row));
        targets.forEach((target, some) -> {
            if (target instanceof SqlTemplate template) {
                lines.add("  values of the statement-template, " + some.size() + " rows");
                lines.addAll(table(
                        template.placeholders().stream().map(String::valueOf).toList(),
                        some,
                        row -> Arrays.stream(row.values()).map(RowText::of).toList()));
            } else {
                lines.add("  " + some.size() + " rows of " + some.get(0).shape().superTable());
                lines.addAll(table(header(some.get(0)), some, RowText::cells));
            }
        });
        return lines;
    }

    /**
     * Returns indented lines of a table, of which the first rows are shown.
     *
     * @param cells makes the values of a row
     */
    static <T> List<String> table(List<String> header, List<T> rows, Function<T, List<String>> cells) {
        var lines = new ArrayList<String>();
        TextTable.lines(header, rows.stream().limit(MAX_ROWS).map(cells).toList())
                .forEach(line -> lines.add("    " + line));
        if (rows.size() > MAX_ROWS) {
            lines.add("    ... and " + (rows.size() - MAX_ROWS) + " more");
        }
        return lines;
    }

    private static List<String> header(Row row) {
        var names = new ArrayList<>(List.of("subtable", row.shape().timestampColumn()));
        row.shape().sequence().ifPresent(names::add);
        columns(row).forEach(value -> names.add(value.column.name()));
        tags(row).forEach(value -> names.add("tag " + value.column.name()));
        return names;
    }

    private static List<String> cells(Row row) {
        var cells = new ArrayList<>(List.of(row.subtable(), time(row.timestamp())));
        if (row.shape().sequence().isPresent()) {
            cells.add(String.valueOf(row.sequence()));
        }
        columns(row).forEach(value -> cells.add(of(plain(value.column, value.value))));
        tags(row).forEach(value -> cells.add(of(plain(value.column, value.value))));
        return cells;
    }

    private record Value(Column column, @Nullable Object value) {

        Map<String, @Nullable Object> json() {
            return new Fields()
                    .with("name", column.name())
                    .with("type", column.type().toString())
                    .with("value", plain(column, value))
                    .map();
        }

        @Override
        public String toString() {
            return column.name() + " " + column.type() + " = " + of(plain(column, value));
        }
    }

    private static List<Value> columns(Row row) {
        var columns = row.shape().columns();
        return IntStream.range(0, columns.size())
                .mapToObj(i -> new Value(columns.get(i), row.column(i)))
                .toList();
    }

    private static List<Value> tags(Row row) {
        var tags = row.shape().tags();
        return IntStream.range(0, tags.size())
                .mapToObj(i -> new Value(tags.get(i), row.tag(i)))
                .toList();
    }

    static Map<String, @Nullable Object> json(Row row) {
        return row.target() instanceof SqlTemplate template ? json(template, row) : jsonOfTable(row);
    }

    private static Map<String, @Nullable Object> json(SqlTemplate template, Row row) {
        return new Fields()
                .with(
                        "values",
                        IntStream.range(0, row.values().length)
                                .mapToObj(i -> new Fields()
                                        .with(
                                                "placeholder",
                                                template.placeholders().get(i))
                                        .with("value", plain(row.values()[i]))
                                        .map())
                                .toList())
                .map();
    }

    private static Map<String, @Nullable Object> jsonOfTable(Row row) {
        return new Fields()
                .with("table", row.shape().superTable())
                .with("subtable", row.subtable())
                .with("time", time(row.timestamp()))
                .with("sequence", row.shape().sequence().isPresent() ? row.sequence() : null)
                .with("columns", columns(row).stream().map(Value::json).toList())
                .with("tags", tags(row).stream().map(Value::json).toList())
                .map();
    }
}
