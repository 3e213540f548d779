// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.message;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Row to be written to the database.
 *
 * @param target destination
 * @param subtable name of the subtable: valid, unquoted, at most 192 bytes of UTF-8; empty without a table
 * @param timestamp time key in epoch nanoseconds; 0 without a table
 * @param sequence second key; written only if the table has a {@link TableShape#sequenceColumn()}
 * @param values values of {@link TableShape#columns()}, possibly without NULLs of the last ones, and then of {@link
 *     TableShape#tags()}, of the Java types that {@link ColumnType.Kind} names; or values of
 *     {@link SqlTemplate#placeholders()}: {@link String}, {@link Boolean}, {@link Long}, {@link java.math.BigInteger},
 *     {@link java.math.BigDecimal}, {@code byte[]} or an {@link java.time.Instant} within the range of epoch
 *     nanoseconds; {@code null} is NULL
 */
@SuppressWarnings("ArrayRecordComponent") // a row is built once and read once
public record Row(
        Target target,
        String subtable,
        long timestamp,
        long sequence,
        @Nullable Object[] values) {

    /** Returns a row of a statement that the operator has configured. */
    public static Row of(SqlTemplate sql, @Nullable Object[] values) {
        return new Row(sql, "", 0, 0, values);
    }

    /**
     * Returns the version of the table that the row is for.
     *
     * @throws ClassCastException if the target is not a table
     */
    public TableVersion version() {
        return (TableVersion) target;
    }

    /** Returns the table; otherwise like {@link #version()}. */
    public TableHandle table() {
        return version().table();
    }

    /** Returns the columns and tags that the values are in the order of; otherwise like {@link #version()}. */
    public TableShape shape() {
        return version().shape();
    }

    /** Returns the value of a column by its index in {@link TableShape#columns()}. */
    public @Nullable Object column(int index) {
        return index < firstTag() ? values[index] : null;
    }

    /** Returns the index of the first tag in the values. */
    public int firstTag() {
        return values.length - shape().tags().size();
    }

    /** Returns the value of a tag by its index in {@link TableShape#tags()}. */
    public @Nullable Object tag(int index) {
        return values[firstTag() + index];
    }

    /** Returns whether all tags have the same values as in another row of the same table. */
    public boolean hasTagsOf(Row other) {
        for (int i = 0; i < shape().tags().size(); i++) {
            if (!Objects.deepEquals(tag(i), other.tag(i))) {
                return false;
            }
        }
        return true;
    }

    /** Returns a hash of the values of all tags. */
    public int tagsHash() {
        int hash = 1;
        for (int i = firstTag(); i < values.length; i++) {
            var value = values[i];
            hash = 31 * hash + (value instanceof byte[] bytes ? Arrays.hashCode(bytes) : Objects.hashCode(value));
        }
        return hash;
    }

    /** Returns the row with another timestamp, in epoch nanoseconds. */
    public Row at(long otherTimestamp) {
        return new Row(target, subtable, otherTimestamp, sequence, values);
    }

    /** Destination of a row: a version of a table, or SQL that the operator has configured. */
    public sealed interface Target permits TableVersion, SqlTemplate {}
}
