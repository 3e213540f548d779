package io.github.hivemqtdengine.jdbc.tdengine.insert;

import com.taosdata.jdbc.TSDBConstants;
import com.taosdata.jdbc.TaosPrepareStatement;
import io.github.hivemqtdengine.jdbc.dialect.UnicodeText;
import io.github.hivemqtdengine.jdbc.tdengine.sql.SqlLiteral;
import io.github.hivemqtdengine.message.ColumnType.Kind;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import java.math.BigInteger;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Binding of one column type. The driver reads the column's type from the server and casts values to one Java type for
 * it. Any setter for this Java type will do. Immutable.
 *
 * @param value converts a row's value to the driver's
 */
record BoundType<T>(Function<Object, T> value, ColumnSetter<T> column, TagSetter<T> tag) {

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
                new BoundType<>(
                        Boolean.class::cast, TaosPrepareStatement::setBoolean, TaosPrepareStatement::setTagBoolean);
            case TINYINT, TINYINT_UNSIGNED, SMALLINT, SMALLINT_UNSIGNED, INT, INT_UNSIGNED -> ofInteger(kind);
            case BIGINT -> ofLong(Long.class::cast);
            // the driver accepts ticks of the database's precision unchanged
            case TIMESTAMP -> ofLong(value -> precision.ticks((Long) value));
            case BIGINT_UNSIGNED ->
                new BoundType<>(
                        BigInteger.class::cast,
                        TaosPrepareStatement::setBigInteger,
                        TaosPrepareStatement::setTagBigInteger);
            case FLOAT ->
                new BoundType<>(
                        BoundType::finiteFloat, TaosPrepareStatement::setFloat, TaosPrepareStatement::setTagFloat);
            case DOUBLE ->
                new BoundType<>(
                        BoundType::finiteDouble, TaosPrepareStatement::setDouble, TaosPrepareStatement::setTagDouble);
            case VARCHAR, NCHAR ->
                new BoundType<>(
                        BoundType::text,
                        (statement, index, values) -> statement.setString(index, values, ANY_SIZE),
                        TaosPrepareStatement::setTagString);
            case VARBINARY ->
                new BoundType<>(
                        byte[].class::cast,
                        (statement, index, values) -> statement.setVarbinary(index, values, ANY_SIZE),
                        TaosPrepareStatement::setTagVarbinary);
            case DECIMAL, GEOMETRY, JSON -> throw new IllegalArgumentException(kind + " can't be bound");
        };
    }

    private static BoundType<?> ofInteger(Kind kind) {
        return switch (kind) {
            case TINYINT ->
                new BoundType<>(
                        value -> (byte) within(value, Byte.MIN_VALUE, Byte.MAX_VALUE),
                        TaosPrepareStatement::setByte,
                        TaosPrepareStatement::setTagByte);
            case TINYINT_UNSIGNED -> ofShort(0, MAX_TINYINT_UNSIGNED);
            case SMALLINT -> ofShort(Short.MIN_VALUE, Short.MAX_VALUE);
            case SMALLINT_UNSIGNED -> ofInt(0, MAX_SMALLINT_UNSIGNED);
            case INT -> ofInt(Integer.MIN_VALUE, Integer.MAX_VALUE);
            default -> ofLong(value -> within(value, 0, MAX_INT_UNSIGNED));
        };
    }

    private static BoundType<Short> ofShort(long least, long most) {
        return new BoundType<>(
                value -> (short) within(value, least, most),
                TaosPrepareStatement::setShort,
                TaosPrepareStatement::setTagShort);
    }

    private static BoundType<Integer> ofInt(long least, long most) {
        return new BoundType<>(
                value -> (int) within(value, least, most),
                TaosPrepareStatement::setInt,
                TaosPrepareStatement::setTagInt);
    }

    private static BoundType<Long> ofLong(Function<Object, Long> value) {
        return new BoundType<>(value, TaosPrepareStatement::setLong, TaosPrepareStatement::setTagLong);
    }

    private static long within(Object value, long least, long most) {
        long number = (Long) value;
        if (number < least || number > most) {
            throw new IllegalArgumentException("The value " + number + " is outside " + least + " to " + most);
        }
        return number;
    }

    private static Float finiteFloat(Object value) {
        return (Float) SqlLiteral.finite(value, Float.isFinite((Float) value));
    }

    private static Double finiteDouble(Object value) {
        return (Double) SqlLiteral.finite(value, Double.isFinite((Double) value));
    }

    /** Returns the string, refusing what SQL can't express, so that the result does not depend on the engine. */
    private static String text(Object value) {
        var text = UnicodeText.require((String) value);
        if (text.indexOf(0) >= 0) {
            throw SqlLiteral.endOfText();
        }
        return text;
    }

    /**
     * Checks that a value can be converted.
     *
     * @throws IllegalArgumentException if it can't be stored as it is
     */
    void check(@Nullable Object it) {
        if (it != null) {
            Objects.requireNonNull(value.apply(it));
        }
    }

    void bindColumn(TaosPrepareStatement statement, int index, List<Row> rows, int ofRow) throws SQLException {
        var bound = new ArrayList<@Nullable T>(rows.size());
        for (var row : rows) {
            var it = row.column(ofRow);
            bound.add(it == null ? null : value.apply(it));
        }
        column.set(statement, index, bound);
    }

    void bindTag(TaosPrepareStatement statement, int index, @Nullable Object it) throws SQLException {
        if (it == null) {
            // any type that has a NULL: the driver uses the type of the column
            statement.setTagNull(index, TSDBConstants.TSDB_DATA_TYPE_INT);
        } else {
            tag.set(statement, index, value.apply(it));
        }
    }
}
