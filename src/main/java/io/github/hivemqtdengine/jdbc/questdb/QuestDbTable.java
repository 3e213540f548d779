// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.questdb;

import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.message.TableShape;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Super table as one QuestDB table, with columns for the tags and for the subtable. Rows with equal time, subtable and
 * sequence replace each other, as in TDengine. Immutable.
 */
final class QuestDbTable {

    static final String SUBTABLE = "subtable";

    private final TableShape shape;
    private final Precision precision;
    private final List<Field> fields = new ArrayList<>();

    record Field(Column column, QuestDbType type) {}

    /** @throws IllegalArgumentException if a column or tag has the name of the subtable column */
    QuestDbTable(TableShape shape, Precision precision) {
        this.shape = shape;
        this.precision = precision;
        shape.columns().forEach(column -> add(column, QuestDbType.ofColumn(column.type())));
        shape.tags().forEach(tag -> add(tag, QuestDbType.ofTag(tag.type())));
    }

    private void add(Column column, QuestDbType type) {
        if (column.name().equalsIgnoreCase(SUBTABLE)) {
            throw new IllegalArgumentException("The column " + SUBTABLE + " of the table " + shape.superTable()
                    + " holds the subtable's name; choose another name for yours");
        }
        fields.add(new Field(column, type));
    }

    String name() {
        return shape.superTable();
    }

    List<Field> fields() {
        return fields;
    }

    String create() {
        var columns = new ArrayList<String>();
        var keys = new ArrayList<String>();
        columns.add(timestamp() + " " + QuestDbType.timestamp(precision));
        columns.add(SUBTABLE + " SYMBOL");
        keys.add(timestamp());
        keys.add(SUBTABLE);
        shape.sequence().map(QuestDbIdentifier::column).ifPresent(sequence -> {
            columns.add(sequence + " LONG");
            keys.add(sequence);
        });
        fields.forEach(field -> columns.add(definition(field)));
        return "CREATE TABLE IF NOT EXISTS " + quoted() + " (" + String.join(", ", columns) + ") TIMESTAMP("
                + timestamp() + ") PARTITION BY DAY WAL DEDUP UPSERT KEYS(" + String.join(", ", keys) + ")";
    }

    String describe() {
        return "SHOW COLUMNS FROM " + quoted();
    }

    String add(Field field) {
        return "ALTER TABLE " + quoted() + " ADD COLUMN IF NOT EXISTS " + definition(field);
    }

    /** Returns whether a column of this QuestDB type holds every value of the field exactly. */
    boolean isHeldBy(String columnType, Field field) {
        return field.type().isHeldBy(columnType, field.column().type(), precision);
    }

    /**
     * Lets the table adopt the existing columns, if it evolves.
     *
     * @param there QuestDB types of the columns by name
     * @return whether the table has a newer version now
     */
    boolean adoptColumns(TableHandle table, Map<String, String> there) {
        if (!table.isEvolving()) {
            return false;
        }
        var columns = new ArrayList<Column>();
        var others = new HashSet<String>();
        var symbols = new HashSet<String>();
        there.forEach((name, type) -> {
            var lower = name.toLowerCase(Locale.ROOT); // names ignore case
            if (!lower.equals(SUBTABLE)) {
                writable(table.shape(), lower, type).ifPresentOrElse(columns::add, () -> others.add(lower));
            }
            if (type.equals(QuestDbType.SYMBOL.name())) {
                symbols.add(lower);
            }
        });
        var tags = columns.stream()
                .filter(column -> symbols.contains(column.name()))
                .toList();
        table.adopt(columns, tags, others);
        return !shape.equals(table.shape());
    }

    /** Returns the known column if it fits the existing one, otherwise the best mapping type for the existing one. */
    private Optional<Column> writable(TableShape current, String name, String there) {
        var known = Stream.concat(current.columns().stream(), current.tags().stream())
                .filter(column -> column.name().equals(name))
                .map(Column::type)
                .filter(type -> QuestDbType.ofColumn(type) == QuestDbType.VARCHAR
                        || QuestDbType.ofColumn(type).sql(type, precision).equals(there));
        return Stream.concat(known, QuestDbType.writable(there))
                .filter(type -> QuestDbType.ofColumn(type).isHeldBy(there, type, precision))
                .findFirst()
                .map(type -> new Column(name, type));
    }

    private String definition(Field field) {
        return QuestDbIdentifier.column(field.column().name()) + " "
                + field.type().sql(field.column().type(), precision);
    }

    String insert() {
        var names = new ArrayList<String>();
        names.add(timestamp());
        names.add(SUBTABLE);
        shape.sequence().map(QuestDbIdentifier::column).ifPresent(names::add);
        fields.forEach(
                field -> names.add(QuestDbIdentifier.column(field.column().name())));
        var marks = names.stream().map(name -> "?").collect(Collectors.joining(", "));
        return "INSERT INTO " + quoted() + " (" + String.join(", ", names) + ") VALUES (" + marks + ")";
    }

    void bind(PreparedStatement statement, Row row) throws SQLException {
        int index = 1;
        QuestDbType.TIMESTAMP.bind(statement, index++, row.timestamp(), precision);
        QuestDbType.SYMBOL.bind(statement, index++, row.subtable(), precision);
        if (shape.sequenceColumn() != null) {
            QuestDbType.LONG.bind(statement, index++, row.sequence(), precision);
        }
        int columns = shape.columns().size();
        for (int i = 0; i < fields.size(); i++) {
            var value = i < columns ? row.column(i) : row.tag(i - columns);
            fields.get(i).type().bindNullable(statement, index++, value, precision);
        }
    }

    private String quoted() {
        return QuestDbIdentifier.table(shape.superTable());
    }

    private String timestamp() {
        return QuestDbIdentifier.column(shape.timestampColumn());
    }

    /** Returns the names of the key columns. */
    List<String> keys() {
        var keys = new ArrayList<>(List.of(shape.timestampColumn(), SUBTABLE));
        shape.sequence().ifPresent(keys::add);
        return keys;
    }

    String timestampType() {
        return QuestDbType.timestamp(precision);
    }
}
