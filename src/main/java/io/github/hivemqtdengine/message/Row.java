package io.github.hivemqtdengine.message;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One row for the database.
 *
 * @param table where it goes
 * @param subtable the subtable's name: valid, unquoted, at most 192 bytes of UTF-8
 * @param timestamp the time key, epoch nanoseconds
 * @param sequence the second key; written only where the table has a {@link Table#sequenceColumn()}
 * @param values the values of {@link Table#columns()} in their order, then those of {@link Table#tags()}; the Java
 *     types are those of {@link ColumnType.Kind}, {@code null} is NULL
 */
@SuppressWarnings("ArrayRecordComponent") // a row is built once and read once
public record Row(
        Table table,
        String subtable,
        long timestamp,
        long sequence,
        @Nullable Object[] values) {

    /** The value of the i-th column. */
    public @Nullable Object column(int index) {
        return values[index];
    }

    /** The value of the i-th tag. */
    public @Nullable Object tag(int index) {
        return values[table.columns().size() + index];
    }

    /** Whether all tags have the values that they have in another row of the same table. */
    public boolean hasTagsOf(Row other) {
        for (int i = table.columns().size(); i < values.length; i++) {
            if (!Objects.deepEquals(values[i], other.values[i])) {
                return false;
            }
        }
        return true;
    }

    /** A hash of all tags' values. */
    public int tagsHash() {
        int hash = 1;
        for (int i = table.columns().size(); i < values.length; i++) {
            var value = values[i];
            hash = 31 * hash + (value instanceof byte[] bytes ? Arrays.hashCode(bytes) : Objects.hashCode(value));
        }
        return hash;
    }

    /** The same row at another time. */
    public Row at(long otherTimestamp) {
        return new Row(table, subtable, otherTimestamp, sequence, values);
    }
}
