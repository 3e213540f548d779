// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.insert;

import com.taosdata.jdbc.TSDBConstants;
import com.taosdata.jdbc.TaosPrepareStatement;
import com.taosdata.jdbc.common.TDBlob;
import io.github.hivemqtdengine.jdbc.dialect.UnicodeText;
import io.github.hivemqtdengine.jdbc.tdengine.sql.SqlLiteral;
import io.github.hivemqtdengine.message.ColumnType.Kind;
import io.github.hivemqtdengine.message.Precision;
import java.math.BigInteger;
import java.sql.Blob;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Binding of one column type. The driver reads the column's type from the server and casts values to one Java type for
 * it. Any setter for this Java type will do. Immutable.
 *
 * @param <T> the driver's Java type
 */
record BoundType<T>(Kind kind, Precision precision, ColumnSetter<T> column, TagSetter<T> tag) {

    /** Driver 3.7.9 has no decimals, accepts geometries only in binary form, and does not check JSON. */
    private static final Set<Kind> UNBOUND = EnumSet.of(Kind.DECIMAL, Kind.GEOMETRY, Kind.JSON);

    private static final long MAX_TINYINT_UNSIGNED = 0xFF;
    private static final long MAX_SMALLINT_UNSIGNED = 0xFFFF;
    private static final long MAX_INT_UNSIGNED = 0xFFFF_FFFFL;
    /** Ignored by the driver. */
    private static final int ANY_SIZE = 0;

    @FunctionalInterface
    interface ColumnSetter<T> {
        void set(TaosPrepareStatement statement, int index, List<T> values) throws SQLException;
    }

    @FunctionalInterface
    interface TagSetter<T> {
        void set(TaosPrepareStatement statement, int index, T value) throws SQLException;
    }

    static boolean exists(Kind kind) {
        return !UNBOUND.contains(kind);
    }

    /** @throws IllegalArgumentException if the driver can't bind such values */
    static BoundType<?> of(Kind kind, Precision precision) {
        return switch (kind) {
            case BOOL ->
                new BoundType<>(kind, precision, TaosPrepareStatement::setBoolean, TaosPrepareStatement::setTagBoolean);
            case TINYINT ->
                new BoundType<>(kind, precision, TaosPrepareStatement::setByte, TaosPrepareStatement::setTagByte);
            case TINYINT_UNSIGNED, SMALLINT ->
                new BoundType<>(kind, precision, TaosPrepareStatement::setShort, TaosPrepareStatement::setTagShort);
            case SMALLINT_UNSIGNED, INT ->
                new BoundType<>(kind, precision, TaosPrepareStatement::setInt, TaosPrepareStatement::setTagInt);
            case INT_UNSIGNED, BIGINT, TIMESTAMP ->
                new BoundType<>(kind, precision, TaosPrepareStatement::setLong, TaosPrepareStatement::setTagLong);
            case BIGINT_UNSIGNED ->
                new BoundType<>(
                        kind, precision, TaosPrepareStatement::setBigInteger, TaosPrepareStatement::setTagBigInteger);
            case FLOAT ->
                new BoundType<>(kind, precision, TaosPrepareStatement::setFloat, TaosPrepareStatement::setTagFloat);
            case DOUBLE ->
                new BoundType<>(kind, precision, TaosPrepareStatement::setDouble, TaosPrepareStatement::setTagDouble);
            case VARCHAR, NCHAR ->
                new BoundType<>(
                        kind,
                        precision,
                        (statement, index, values) -> statement.setString(index, values, ANY_SIZE),
                        TaosPrepareStatement::setTagString);
            case VARBINARY ->
                new BoundType<>(
                        kind,
                        precision,
                        (statement, index, values) -> statement.setVarbinary(index, values, ANY_SIZE),
                        TaosPrepareStatement::setTagVarbinary);
            case BLOB ->
                new BoundType<Blob>(
                        kind,
                        precision,
                        (statement, index, values) -> statement.setBlob(index, values, ANY_SIZE),
                        BoundType::rejectTag);
            case DECIMAL, GEOMETRY, JSON -> throw new IllegalArgumentException(kind + " can't be bound");
        };
    }

    private static void rejectTag(TaosPrepareStatement statement, int index, Blob value) throws SQLException {
        throw new SQLFeatureNotSupportedException("TDengine has no tags of type BLOB");
    }

    /**
     * Converts a row's value to the driver's. A switch, because calling a function object for each value would take
     * longer than most conversions.
     *
     * @throws IllegalArgumentException if the value can't be stored as it is
     */
    @SuppressWarnings("unchecked") // the setters of a kind are for the type that its values are converted to
    T value(Object it) {
        return (T) converted(it);
    }

    private Object converted(Object it) {
        return switch (kind) {
            case BOOL -> (Boolean) it;
            case TINYINT -> (byte) within(it, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case TINYINT_UNSIGNED -> (short) within(it, 0, MAX_TINYINT_UNSIGNED);
            case SMALLINT -> (short) within(it, Short.MIN_VALUE, Short.MAX_VALUE);
            case SMALLINT_UNSIGNED -> (int) within(it, 0, MAX_SMALLINT_UNSIGNED);
            case INT -> (int) within(it, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case INT_UNSIGNED -> within(it, 0, MAX_INT_UNSIGNED);
            case BIGINT -> (Long) it;
            // the driver accepts ticks of the database's precision unchanged
            case TIMESTAMP -> precision.ticks((Long) it);
            case BIGINT_UNSIGNED -> (BigInteger) it;
            case FLOAT -> SqlLiteral.finite(it, Float.isFinite((Float) it));
            case DOUBLE -> SqlLiteral.finite(it, Double.isFinite((Double) it));
            case VARCHAR, NCHAR -> text((String) it);
            case VARBINARY -> (byte[]) it;
            case BLOB -> new TDBlob((byte[]) it, true);
            case DECIMAL, GEOMETRY, JSON -> throw new IllegalStateException(kind + " has no binding");
        };
    }

    private static long within(Object value, long least, long most) {
        long number = (Long) value;
        if (number < least || number > most) {
            throw new IllegalArgumentException("The value " + number + " is outside " + least + " to " + most);
        }
        return number;
    }

    /** Returns the string, refusing what SQL can't express, so that the result does not depend on the engine. */
    private static String text(String value) {
        UnicodeText.require(value);
        if (value.indexOf(0) >= 0) {
            throw SqlLiteral.endOfText();
        }
        return value;
    }

    /**
     * Checks that a value can be converted.
     *
     * @throws IllegalArgumentException if it can't be stored as it is
     */
    void check(@Nullable Object it) {
        if (it != null) {
            Objects.requireNonNull(value(it));
        }
    }

    /** Returns the values of a column, none yet. */
    Values<T> values(int rows) {
        return new Values<>(this, new ArrayList<>(rows));
    }

    void bindTag(TaosPrepareStatement statement, int index, @Nullable Object it) throws SQLException {
        if (it == null) {
            // any type that has a NULL: the driver uses the type of the column
            statement.setTagNull(index, TSDBConstants.TSDB_DATA_TYPE_INT);
        } else {
            tag.set(statement, index, value(it));
        }
    }

    /** Values of one column in the driver's type. */
    record Values<T>(BoundType<T> type, List<@Nullable T> converted) {

        void add(@Nullable Object it) {
            converted.add(it == null ? null : type.value(it));
        }

        void bind(TaosPrepareStatement statement, int index) throws SQLException {
            type.column.set(statement, index, converted);
        }
    }
}
