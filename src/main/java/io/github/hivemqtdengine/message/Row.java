package io.github.hivemqtdengine.message;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One row for the database.
 *
 * @param target where it goes
 * @param subtable the subtable's name: valid, unquoted, at most 192 bytes of UTF-8; empty without a table
 * @param timestamp the time key, epoch nanoseconds; 0 without a table
 * @param sequence the second key; written only where the table has a {@link Table#sequenceColumn()}
 * @param values the values of {@link Table#columns()} in their order, then those of {@link Table#tags()}, of the Java
 *     types that {@link ColumnType.Kind} names; or those of {@link SqlTemplate#placeholders()}: {@link String}, {@link
 *     Boolean}, {@link Long}, {@link java.math.BigInteger}, {@link java.math.BigDecimal}, {@code byte[]} or an {@link
 *     java.time.Instant} that epoch nanoseconds reach; {@code null} is NULL
 */
@SuppressWarnings("ArrayRecordComponent") // a row is built once and read once
public record Row(
        Target target,
        String subtable,
        long timestamp,
        long sequence,
        @Nullable Object[] values) {

    /** The values of a statement of the user's own. */
    public static Row of(SqlTemplate sql, @Nullable Object[] values) {
        return new Row(sql, "", 0, 0, values);
    }

    /**
     * The table that it goes to.
     *
     * @throws ClassCastException if it goes to none
     */
    public Table table() {
        return (Table) target;
    }

    /** The value of the i-th column. */
    public @Nullable Object column(int index) {
        return values[index];
    }

    /** The value of the i-th tag. */
    public @Nullable Object tag(int index) {
        return values[table().columns().size() + index];
    }

    /** Whether all tags have the values that they have in another row of the same table. */
    public boolean hasTagsOf(Row other) {
        for (int i = table().columns().size(); i < values.length; i++) {
            if (!Objects.deepEquals(values[i], other.values[i])) {
                return false;
            }
        }
        return true;
    }

    /** A hash of all tags' values. */
    public int tagsHash() {
        int hash = 1;
        for (int i = table().columns().size(); i < values.length; i++) {
            var value = values[i];
            hash = 31 * hash + (value instanceof byte[] bytes ? Arrays.hashCode(bytes) : Objects.hashCode(value));
        }
        return hash;
    }

    /** The same row at another time. */
    public Row at(long otherTimestamp) {
        return new Row(target, subtable, otherTimestamp, sequence, values);
    }
}
