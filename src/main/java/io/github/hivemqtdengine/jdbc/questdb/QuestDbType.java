// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.questdb;

import io.github.hivemqtdengine.jdbc.dialect.TypeFit;
import io.github.hivemqtdengine.jdbc.dialect.UnicodeText;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.Precision;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Type of a QuestDB column, and the binding of its values. QuestDB has no NULL for BOOLEAN, BYTE and SHORT, and reads
 * the smallest INT and LONG as NULL. Values therefore use the next wider type.
 */
public enum QuestDbType {
    /** Also booleans: 1, 0 or NULL. */
    INT(Types.INTEGER) {
        @Override
        void bind(PreparedStatement statement, int index, Object value, Precision precision) throws SQLException {
            long number = value instanceof Boolean truth ? (truth ? 1 : 0) : (Long) value;
            statement.setInt(index, Math.toIntExact(number));
        }
    },
    LONG(Types.BIGINT) {
        @Override
        void bind(PreparedStatement statement, int index, Object value, Precision precision) throws SQLException {
            if ((Long) value == Long.MIN_VALUE) {
                throw new IllegalArgumentException("QuestDB takes the smallest BIGINT, " + value + ", for NULL");
            }
            statement.setLong(index, (Long) value);
        }
    },
    FLOAT(Types.REAL) {
        @Override
        void bind(PreparedStatement statement, int index, Object value, Precision precision) throws SQLException {
            statement.setFloat(index, (Float) value);
        }
    },
    DOUBLE(Types.DOUBLE) {
        @Override
        void bind(PreparedStatement statement, int index, Object value, Precision precision) throws SQLException {
            statement.setDouble(index, (Double) value);
        }
    },
    /** Bound as text: QuestDB 9.3.4 refuses some numbers that fit, because it first scales them to 38 decimals. */
    DECIMAL(Types.VARCHAR) {
        @Override
        void bind(PreparedStatement statement, int index, Object value, Precision precision) throws SQLException {
            statement.setString(
                    index, value instanceof BigInteger whole ? whole.toString() : ((BigDecimal) value).toPlainString());
        }
    },
    VARCHAR(Types.VARCHAR) {
        @Override
        void bind(PreparedStatement statement, int index, Object value, Precision precision) throws SQLException {
            statement.setString(index, UnicodeText.require((String) value));
        }
    },
    SYMBOL(Types.VARCHAR) {
        @Override
        void bind(PreparedStatement statement, int index, Object value, Precision precision) throws SQLException {
            VARCHAR.bind(statement, index, value, precision);
        }
    },
    BINARY(Types.BINARY) {
        @Override
        void bind(PreparedStatement statement, int index, Object value, Precision precision) throws SQLException {
            statement.setBytes(index, (byte[]) value);
        }
    },
    /** Microseconds, or nanoseconds as {@code TIMESTAMP_NS}. */
    TIMESTAMP(Types.BIGINT) {
        @Override
        void bind(PreparedStatement statement, int index, Object value, Precision precision) throws SQLException {
            statement.setLong(index, precision.ticks((Long) value));
        }
    };

    private static final String UNSIGNED_BIGINT = "DECIMAL(20,0)";

    /** Mapping types that use the full range of a QuestDB type; VARCHAR is short, as QuestDB sets no length. */
    private static final List<ColumnType> WRITABLE = Stream.of(
                    "BIGINT", "DOUBLE", "INT", "FLOAT", "VARCHAR(64)", "TIMESTAMP", "VARBINARY(16384)")
            .map(ColumnType::parse)
            .toList();

    private final int jdbcType;

    QuestDbType(int jdbcType) {
        this.jdbcType = jdbcType;
    }

    public static QuestDbType ofColumn(ColumnType type) {
        return switch (type.kind()) {
            case BOOL, TINYINT, SMALLINT, TINYINT_UNSIGNED, SMALLINT_UNSIGNED -> INT;
            case INT, INT_UNSIGNED, BIGINT -> LONG;
            case BIGINT_UNSIGNED, DECIMAL -> DECIMAL;
            case FLOAT -> FLOAT;
            case DOUBLE -> DOUBLE;
            case VARCHAR, NCHAR, GEOMETRY, JSON -> VARCHAR;
            case VARBINARY, BLOB -> BINARY;
            case TIMESTAMP -> TIMESTAMP;
        };
    }

    /** Returns the type of a tag, which is SYMBOL for strings, since these are short and repeat. */
    public static QuestDbType ofTag(ColumnType type) {
        boolean text = type.kind() == ColumnType.Kind.VARCHAR || type.kind() == ColumnType.Kind.NCHAR;
        return text ? SYMBOL : ofColumn(type);
    }

    /** Returns the type for a CREATE TABLE. */
    String sql(ColumnType type, Precision precision) {
        return switch (this) {
            case DECIMAL -> type.kind() == ColumnType.Kind.DECIMAL ? type.toString() : UNSIGNED_BIGINT;
            case TIMESTAMP -> timestamp(precision);
            default -> name();
        };
    }

    /**
     * Returns whether an existing column holds every value exactly; QuestDB silently rounds, scales and makes NULL 0.
     *
     * @param there the column's type as SHOW COLUMNS writes it
     */
    public boolean isHeldBy(String there, ColumnType type, Precision precision) {
        if (there.startsWith(DECIMAL.name())) {
            return TypeFit.holds(there, type);
        }
        return switch (this) {
            case INT -> Set.of("INT", "LONG", "FLOAT", "DOUBLE").contains(there);
            case LONG -> isLongHeldBy(there, type.kind());
            case FLOAT -> Set.of("FLOAT", "DOUBLE").contains(there);
            case VARCHAR, SYMBOL -> Set.of("VARCHAR", "STRING", "SYMBOL").contains(there);
            case TIMESTAMP -> there.equals(timestamp(precision));
            case DOUBLE, DECIMAL, BINARY -> there.equals(name());
        };
    }

    /** Returns candidate mapping types for an existing column; the first that {@link #isHeldBy} accepts is best. */
    static Stream<ColumnType> writable(String there) {
        return there.startsWith(DECIMAL.name()) ? Stream.of(ColumnType.parse(there)) : WRITABLE.stream();
    }

    private static boolean isLongHeldBy(String there, ColumnType.Kind kind) {
        return switch (there) {
            case "LONG" -> true;
            case "DOUBLE" -> kind != ColumnType.Kind.BIGINT;
            case "INT" -> kind == ColumnType.Kind.INT;
            default -> false;
        };
    }

    static String timestamp(Precision precision) {
        return precision == Precision.NANOSECONDS ? "TIMESTAMP_NS" : "TIMESTAMP";
    }

    /** Binds a value of the Java type that belongs to the column. */
    abstract void bind(PreparedStatement statement, int index, Object value, Precision precision) throws SQLException;

    final void bindNullable(PreparedStatement statement, int index, @Nullable Object value, Precision precision)
            throws SQLException {
        if (value == null) {
            statement.setNull(index, jdbcType);
        } else {
            bind(statement, index, value, precision);
        }
    }
}
