package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.expression.Refusal;
import io.github.hivemqtdengine.message.ColumnType;

/** Makes a decoded value the Java type of a column, exactly or not at all. Immutable and pure. */
interface Conversion {

    /**
     * The value in the type that {@link ColumnType.Kind} names.
     *
     * @param value neither null nor missing
     * @throws Refusal if the column can't hold exactly this value
     */
    Object convert(Object value) throws Refusal;

    /**
     * As much of a value's beginning as the column holds.
     *
     * @param value one that is too long
     * @throws Refusal if such values can't be cut
     */
    default Object truncate(Object value) throws Refusal {
        return convert(value);
    }

    /** The conversion into a column's type. */
    static Conversion to(ColumnType type) {
        return switch (type.kind()) {
            case BOOL -> new BooleanConversion();
            case TINYINT -> IntegerConversion.signed(type, Byte.SIZE);
            case SMALLINT -> IntegerConversion.signed(type, Short.SIZE);
            case INT -> IntegerConversion.signed(type, Integer.SIZE);
            case BIGINT -> IntegerConversion.signed(type, Long.SIZE);
            case TINYINT_UNSIGNED -> IntegerConversion.unsigned(type, Byte.SIZE);
            case SMALLINT_UNSIGNED -> IntegerConversion.unsigned(type, Short.SIZE);
            case INT_UNSIGNED -> IntegerConversion.unsigned(type, Integer.SIZE);
            case BIGINT_UNSIGNED -> new BigUnsignedConversion();
            case FLOAT -> new FloatConversion();
            case DOUBLE -> new DoubleConversion();
            case DECIMAL -> new DecimalConversion(type);
            case VARCHAR, NCHAR -> new TextConversion(type);
            case VARBINARY -> new BinaryConversion(type.length());
            case TIMESTAMP -> TimestampConversion.forColumns();
            case GEOMETRY -> new GeometryConversion();
            case JSON -> new JsonConversion();
        };
    }
}
