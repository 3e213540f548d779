// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import io.github.hivemqtdengine.decode.BinaryInput;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.sparkplug.WireValue.Member;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Datatypes of Sparkplug B, in the order of their numbers, from 0. */
enum DataType {
    UNKNOWN("Unknown", null),
    INT8("Int8", Kind.INTEGER),
    INT16("Int16", Kind.INTEGER),
    INT32("Int32", Kind.INTEGER),
    INT64("Int64", Kind.INTEGER),
    UINT8("UInt8", Kind.UNSIGNED),
    UINT16("UInt16", Kind.UNSIGNED),
    UINT32("UInt32", Kind.UNSIGNED),
    UINT64("UInt64", Kind.UNSIGNED),
    FLOAT("Float", Kind.FLOAT),
    DOUBLE("Double", Kind.FLOAT),
    BOOLEAN("Boolean", Kind.BOOLEAN),
    STRING("String", Kind.TEXT),
    DATE_TIME("DateTime", Kind.TIME),
    TEXT("Text", Kind.TEXT),
    UUID("UUID", Kind.TEXT),
    DATA_SET("DataSet", Kind.JSON),
    BYTES("Bytes", Kind.BYTES),
    FILE("File", Kind.BYTES),
    TEMPLATE("Template", Kind.JSON),
    PROPERTY_SET("PropertySet", Kind.JSON),
    PROPERTY_SET_LIST("PropertySetList", Kind.JSON),
    INT8_ARRAY("Int8Array", Kind.JSON),
    INT16_ARRAY("Int16Array", Kind.JSON),
    INT32_ARRAY("Int32Array", Kind.JSON),
    INT64_ARRAY("Int64Array", Kind.JSON),
    UINT8_ARRAY("UInt8Array", Kind.JSON),
    UINT16_ARRAY("UInt16Array", Kind.JSON),
    UINT32_ARRAY("UInt32Array", Kind.JSON),
    UINT64_ARRAY("UInt64Array", Kind.JSON),
    FLOAT_ARRAY("FloatArray", Kind.JSON),
    DOUBLE_ARRAY("DoubleArray", Kind.JSON),
    BOOLEAN_ARRAY("BooleanArray", Kind.JSON),
    STRING_ARRAY("StringArray", Kind.JSON),
    DATE_TIME_ARRAY("DateTimeArray", Kind.JSON);

    private static final DataType[] BY_NUMBER = values();

    private final String label;
    private final @Nullable Kind kind;

    /** Classes of values that one column type can store. */
    enum Kind {
        FLOAT,
        INTEGER,
        UNSIGNED,
        BOOLEAN,
        TEXT,
        TIME,
        BYTES,
        JSON;

        private final String text = name().toLowerCase(Locale.ROOT);

        @Override
        public String toString() {
            return text;
        }
    }

    DataType(String label, @Nullable Kind kind) {
        this.label = label;
        this.kind = kind;
    }

    /** Returns the datatype of a number; {@link #UNKNOWN} if Sparkplug B does not define it. */
    static DataType of(int number) {
        return number > 0 && number < BY_NUMBER.length ? BY_NUMBER[number] : UNKNOWN;
    }

    /** Returns the name in the specification. */
    String label() {
        return label;
    }

    /**
     * Returns the kind of a value. Without a datatype, the member of the oneof decides if all of its datatypes have one
     * kind.
     *
     * @return {@code null} if the kind is unknown
     */
    @Nullable
    Kind kind(@Nullable WireValue value) {
        if (kind != null || value == null) {
            return kind;
        }
        return switch (value.member()) {
            case INT, LONG -> null; // integers with and without a sign, and times
            case BYTES -> null; // bytes and arrays
            case FLOAT, DOUBLE -> Kind.FLOAT;
            case BOOLEAN -> Kind.BOOLEAN;
            case STRING -> Kind.TEXT;
            case DATASET, TEMPLATE -> Kind.JSON;
        };
    }

    /**
     * Returns a value of this datatype, as one of the types in {@code Decoder}, or a list for arrays and data sets.
     *
     * @throws DecodeException without a position if the value is not of this datatype
     */
    Object value(WireValue wire) throws DecodeException {
        return switch (this) {
            case UNKNOWN -> wire.isInteger() ? BinaryInput.unsigned((long) wire.value()) : wire.value();
            case INT8 -> signed(wire, Byte.SIZE);
            case INT16 -> signed(wire, Short.SIZE);
            case INT32 -> signed(wire, Integer.SIZE);
            case INT64 -> int64(wire);
            case UINT8 -> unsigned(wire, Byte.SIZE);
            case UINT16 -> unsigned(wire, Short.SIZE);
            case UINT32 -> unsigned(wire, Integer.SIZE);
            case UINT64 -> BinaryInput.unsigned(integer(wire));
            case FLOAT, DOUBLE -> require(wire.member() == Member.FLOAT || wire.member() == Member.DOUBLE, wire);
            case BOOLEAN -> require(wire.member() == Member.BOOLEAN, wire);
            case STRING, TEXT, UUID -> require(wire.member() == Member.STRING, wire);
            case DATE_TIME -> Instant.ofEpochMilli(integer(wire));
            case DATA_SET -> require(wire.member() == Member.DATASET, wire);
            case BYTES, FILE -> require(wire.member() == Member.BYTES, wire);
            case TEMPLATE, PROPERTY_SET, PROPERTY_SET_LIST -> throw mismatch(wire);
            default -> ArrayValues.of(this, (byte[]) require(wire.member() == Member.BYTES, wire));
        };
    }

    private Object require(boolean isOfType, WireValue wire) throws DecodeException {
        if (!isOfType) {
            throw mismatch(wire);
        }
        return wire.value();
    }

    private long integer(WireValue wire) throws DecodeException {
        return (long) require(wire.isInteger(), wire);
    }

    /** Accepts a sign that is extended to 64 bits, to 32 bits (as Tahu writes it), or not at all (as others do). */
    private Object signed(WireValue wire, int bits) throws DecodeException {
        long raw = integer(wire);
        int unused = Long.SIZE - bits;
        long number = raw << unused >> unused;
        boolean isExtended = raw == number || raw == Integer.toUnsignedLong((int) number);
        if (!isExtended && raw != number << unused >>> unused) {
            throw outOfRange();
        }
        return number;
    }

    private Object int64(WireValue wire) throws DecodeException {
        long number = integer(wire);
        if (wire.member() == Member.INT && number > Integer.MAX_VALUE) {
            throw outOfRange(); // 32 bits of a negative number, or a number without a sign
        }
        return number;
    }

    private Object unsigned(WireValue wire, int bits) throws DecodeException {
        long number = integer(wire);
        if (number >>> bits != 0) {
            throw outOfRange();
        }
        return number;
    }

    private DecodeException outOfRange() {
        return new DecodeException(Fault.MALFORMED, "Its value is outside the range of its datatype " + label, -1);
    }

    private DecodeException mismatch(WireValue wire) {
        var member = wire.member().name().toLowerCase(Locale.ROOT) + "_value";
        return new DecodeException(
                Fault.MALFORMED, "It has the datatype " + label + ", but its value is a " + member, -1);
    }
}
