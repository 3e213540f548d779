// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.bench;

import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.message.TableShape;
import io.github.hivemqtdengine.message.TableVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Column layout of the rows of a benchmark, and matching rows with unique timestamps. For one thread. */
final class RowShape {

    static final Precision PRECISION = Precision.MICROSECONDS;

    private static final String FILLING = "x".repeat(188);
    private static final Duration START = Duration.ofDays(30);

    private final String name;
    private final TableVersion table;
    private final Random random = new Random(1);
    private int nextSubtable;
    private long nextMicros = (System.currentTimeMillis() - START.toMillis()) * 1_000;

    private RowShape(String name, List<String> types) {
        var columns = new ArrayList<Column>();
        types.forEach(type -> columns.add(new Column("c" + columns.size(), ColumnType.parse(type))));
        this.name = name;
        this.table = TableHandle.of(new TableShape(
                        "meters",
                        "ts",
                        null,
                        columns,
                        List.of(
                                new Column("site", ColumnType.parse("VARCHAR(32)")),
                                new Column("id", ColumnType.parse("INT")))))
                .current();
    }

    /** A DOUBLE, and a VARCHAR of 14 characters. */
    static RowShape narrow() {
        return new RowShape("narrow", List.of("DOUBLE", "VARCHAR(20)"));
    }

    /** Twenty columns of seven types, and a VARCHAR of about 200 characters. */
    static RowShape wide() {
        var ten =
                List.of("DOUBLE", "INT", "BIGINT", "FLOAT", "BOOL", "SMALLINT", "TIMESTAMP", "DOUBLE", "INT", "DOUBLE");
        return new RowShape(
                "wide",
                Stream.of(ten, ten, List.of("VARCHAR(200)"))
                        .flatMap(List::stream)
                        .toList());
    }

    TableShape table() {
        return table.shape();
    }

    /** Returns rows of the next subtables in turn: of all of them, or of one for each row if there are more. */
    List<Row> batch(int rows, int subtables) {
        int distinct = Math.min(rows, subtables);
        var batch = new ArrayList<Row>(rows);
        for (int i = 0; i < rows; i++) {
            batch.add(row((nextSubtable + i % distinct) % subtables));
        }
        nextSubtable = (nextSubtable + distinct) % subtables;
        return batch;
    }

    private Row row(int subtable) {
        var columns = table.shape().columns();
        var values = new @Nullable Object[columns.size() + 2];
        for (int i = 0; i < columns.size(); i++) {
            values[i] = value(columns.get(i).type());
        }
        values[columns.size()] = "site " + subtable % 10;
        values[columns.size() + 1] = (long) subtable;
        return new Row(table, "m" + subtable, nextMicros++ * 1_000, 0, values);
    }

    private Object value(ColumnType type) {
        int number = random.nextInt(30_000);
        return switch (type.kind()) {
            case DOUBLE -> number / 100.0;
            case FLOAT -> number / 4f;
            case BOOL -> number % 2 == 0;
            case TIMESTAMP -> nextMicros * 1_000;
            case VARCHAR -> type.length() < 200 ? "state " + (10_000_000 + number) : "state " + number + FILLING;
            default -> (long) number;
        };
    }

    @Override
    public String toString() {
        return name;
    }
}
