package io.github.hivemqtdengine.route.conversion;

import io.github.hivemqtdengine.expression.Refusal;
import io.github.hivemqtdengine.message.ColumnType;

/** Conversion of decoded values to the Java type of a column, exact or refused. Immutable and pure. */
interface Conversion {

    /**
     * Converts a value to the type that {@link ColumnType.Kind} names.
     *
     * @param value neither null nor missing
     * @throws Refusal if the column can't hold exactly this value
     */
    Object convert(Object value) throws Refusal;

    /**
     * Truncates a value to the length of the column.
     *
     * @param value a value that is too long
     * @throws Refusal if values of this kind can't be truncated
     */
    default Object truncate(Object value) throws Refusal {
        return convert(value);
    }

    /** Returns the conversion to a column's type. */
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
