// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.conversion;

import io.github.hivemqtdengine.expression.ConversionException;
import io.github.hivemqtdengine.message.ColumnType;

/** Conversion of decoded values to the Java type of a column, exact or refused. Immutable and pure. */
interface Conversion {

    /**
     * Converts a value to the type that {@link ColumnType.Kind} names.
     *
     * @param value neither null nor missing
     * @throws ConversionException if the column can't hold exactly this value
     */
    Object convert(Object value) throws ConversionException;

    /**
     * Truncates a value to the length of the column.
     *
     * @param value a value that is too long
     * @throws ConversionException if values of this kind can't be truncated
     */
    default Object truncate(Object value) throws ConversionException {
        return convert(value);
    }

    /** Returns the conversion to the type of a column that the mapping declares. */
    static Conversion to(ColumnType type) {
        return to(type, true);
    }

    /** Returns the conversion to a type, with DOUBLE and FLOAT rounding whole numbers or refusing to change them. */
    static Conversion to(ColumnType type, boolean rounds) {
        return switch (type.kind()) {
            case BOOL -> new NumberConversions.ToBool();
            case TINYINT -> NumberConversions.ToInteger.signed(type, Byte.SIZE);
            case SMALLINT -> NumberConversions.ToInteger.signed(type, Short.SIZE);
            case INT -> NumberConversions.ToInteger.signed(type, Integer.SIZE);
            case BIGINT -> NumberConversions.ToInteger.signed(type, Long.SIZE);
            case TINYINT_UNSIGNED -> NumberConversions.ToInteger.unsigned(type, Byte.SIZE);
            case SMALLINT_UNSIGNED -> NumberConversions.ToInteger.unsigned(type, Short.SIZE);
            case INT_UNSIGNED -> NumberConversions.ToInteger.unsigned(type, Integer.SIZE);
            case BIGINT_UNSIGNED -> new NumberConversions.ToBigUnsigned();
            case FLOAT, DOUBLE -> new NumberConversions.ToFloating(type, rounds);
            case DECIMAL -> new NumberConversions.ToDecimal(type);
            case VARCHAR, NCHAR -> new TextConversions.ToText(type);
            case VARBINARY -> new TextConversions.ToBinary(type, type.length());
            case BLOB -> new TextConversions.ToBinary(type, ColumnType.MAX_BLOB_BYTES);
            case TIMESTAMP -> TimestampConversion.forColumns();
            case GEOMETRY -> new TextConversions.ToGeometry(type);
            case JSON -> new TextConversions.ToJson();
        };
    }
}
