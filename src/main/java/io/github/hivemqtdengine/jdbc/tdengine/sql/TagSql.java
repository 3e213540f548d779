// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.sql;

import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType.Kind;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableShape;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * TDengine SQL for the tags of a super table's subtables. Tag values are arrays in the order of the tag names, which
 * makes the tags of two routes to one super table comparable. Immutable.
 */
public final class TagSql {

    /** Placeholder for a value that TDengine returns in another form than written; equals no value of {@link #tags}. */
    private static final Object INCOMPARABLE = new Object();

    private static final Set<Kind> INCOMPARABLE_KINDS = EnumSet.of(Kind.DECIMAL, Kind.GEOMETRY, Kind.JSON);

    private final String database;
    private final TableShape table;
    private final Precision precision;
    /** Indexes into the table's tags, sorted by name. */
    private final int[] order;

    /** @throws IllegalArgumentException if TDengine does not allow the database's name */
    public TagSql(String database, TableShape table, Precision precision) {
        this.database = Identifier.database(database);
        this.table = table;
        this.precision = precision;
        this.order = IntStream.range(0, table.tags().size())
                .boxed()
                .sorted(Comparator.comparing(i -> table.tags().get(i).name()))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    public String superTable() {
        return table.superTable();
    }

    /** Returns the tags in the table's order. */
    public List<Column> columns() {
        return table.tags();
    }

    /** Returns whether {@link #read} can show that a subtable has other tags. */
    public boolean isComparable() {
        return table.tags().stream()
                .noneMatch(tag -> INCOMPARABLE_KINDS.contains(tag.type().kind()));
    }

    /** Returns a row's tags in the form of {@link #read}. */
    @Nullable
    public Object[] tags(Row row) {
        var tags = new @Nullable Object[order.length];
        for (int i = 0; i < order.length; i++) {
            var value = row.tag(order[i]);
            boolean isTime = tag(i).type().kind() == Kind.TIMESTAMP;
            tags[i] = isTime && value != null ? (Object) precision.ticks((Long) value) : value;
        }
        return tags;
    }

    /** Returns the query for the tags of subtables, at least one; any of them may be missing. */
    public String select(List<String> subtables) {
        var tags = IntStream.range(0, order.length)
                .mapToObj(i -> Identifier.column(tag(i).name()))
                .collect(Collectors.joining(","));
        var names = new SqlText();
        for (int i = 0; i < subtables.size(); i++) {
            names.append(i == 0 ? '(' : ',');
            SqlLiteral.text(names, subtables.get(i));
        }
        return "SELECT TAGS tbname," + tags + " FROM " + database + "." + Identifier.table(table.superTable())
                + " WHERE tbname IN " + names + ")";
    }

    /** Returns the tags in a result row of {@link #select}. */
    @Nullable
    public Object[] read(ResultSet result) throws SQLException {
        var tags = new @Nullable Object[order.length];
        for (int i = 0; i < order.length; i++) {
            tags[i] = read(result, i + 2, tag(i).type().kind());
        }
        return tags;
    }

    private @Nullable Object read(ResultSet result, int column, Kind kind) throws SQLException {
        var value = result.getObject(column);
        if (value == null) {
            return null;
        }
        return switch (kind) {
            case BOOL -> value;
            case TINYINT, SMALLINT, INT, BIGINT, TINYINT_UNSIGNED, SMALLINT_UNSIGNED, INT_UNSIGNED ->
                ((Number) value).longValue();
            case BIGINT_UNSIGNED -> new BigInteger(value.toString());
            case FLOAT -> ((Number) value).floatValue();
            case DOUBLE -> ((Number) value).doubleValue();
            case VARCHAR, NCHAR -> result.getString(column);
            case VARBINARY, BLOB -> result.getBytes(column);
            case TIMESTAMP -> ticks(result.getTimestamp(column));
            case DECIMAL, GEOMETRY, JSON -> INCOMPARABLE;
        };
    }

    private long ticks(Timestamp time) {
        var instant = time.toInstant();
        return precision.ticks(instant.getEpochSecond() * 1_000_000_000 + instant.getNano());
    }

    /** Returns the statement that creates a row's subtable unless it exists. */
    public String create(Row row) {
        var sql = new SqlText();
        sql.append("CREATE TABLE IF NOT EXISTS " + qualifiedSubtable(row) + " USING " + database + "."
                + Identifier.table(table.superTable()) + " (");
        for (int i = 0; i < order.length; i++) {
            sql.append((i == 0 ? "" : ",") + Identifier.column(tag(i).name()));
        }
        sql.append(") TAGS (");
        for (int i = 0; i < order.length; i++) {
            sql.append(i == 0 ? "" : ",");
            appendValue(sql, row, i);
        }
        return sql.append(')').toString();
    }

    /**
     * Returns the statement that changes the tags of a row's subtable to the row's; at least one must differ.
     *
     * @param current tags of the subtable
     */
    public String alter(Row row, @Nullable Object[] current) {
        var wanted = tags(row);
        var sql = new SqlText();
        sql.append("ALTER TABLE " + qualifiedSubtable(row) + " SET TAG ");
        var comma = "";
        for (int i = 0; i < order.length; i++) {
            if (!Objects.deepEquals(current[i], wanted[i])) {
                sql.append(comma + Identifier.column(tag(i).name()) + "=");
                appendValue(sql, row, i);
                comma = ",";
            }
        }
        return sql.toString();
    }

    private void appendValue(SqlText sql, Row row, int i) {
        SqlLiteral.append(sql, tag(i).type().kind(), row.tag(order[i]), precision);
    }

    private String qualifiedSubtable(Row row) {
        return database + "." + Identifier.table(row.subtable());
    }

    private Column tag(int i) {
        return table.tags().get(order[i]);
    }
}
