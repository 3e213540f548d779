// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.document.DocumentText;
import io.github.hivemqtdengine.decode.document.Structure;
import io.github.hivemqtdengine.decode.document.ValueDocument;
import io.github.hivemqtdengine.testkit.RandomValues;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.eclipse.tahu.SparkplugException;
import org.eclipse.tahu.message.model.DataSet;
import org.eclipse.tahu.message.model.DataSet.DataSetBuilder;
import org.eclipse.tahu.message.model.DataSetDataType;
import org.eclipse.tahu.message.model.MetricDataType;
import org.eclipse.tahu.message.model.Row.RowBuilder;
import org.eclipse.tahu.message.model.Value;
import org.jspecify.annotations.Nullable;

/** Random values of every datatype as Eclipse Tahu has them, and a text by which two implementations are compared. */
@SuppressWarnings("JavaUtilDate") // which Tahu has
final class TahuValues {

    static final Map<MetricDataType, Function<RandomValues, Object>> TYPES = new LinkedHashMap<>();

    static {
        TYPES.put(MetricDataType.Int8, random -> (byte) random.anyInt());
        TYPES.put(MetricDataType.Int16, random -> (short) random.anyInt());
        TYPES.put(MetricDataType.Int32, RandomValues::anyInt);
        TYPES.put(MetricDataType.Int64, RandomValues::anyLong);
        TYPES.put(MetricDataType.UInt8, random -> (short) random.between(0, 255));
        TYPES.put(MetricDataType.UInt16, random -> random.between(0, 65_535));
        TYPES.put(MetricDataType.UInt32, random -> random.between(0L, 0xFFFF_FFFFL));
        TYPES.put(MetricDataType.UInt64, TahuValues::unsigned64);
        TYPES.put(MetricDataType.Float, RandomValues::anyFloat);
        TYPES.put(MetricDataType.Double, RandomValues::anyDouble);
        TYPES.put(MetricDataType.Boolean, RandomValues::anyBoolean);
        TYPES.put(MetricDataType.String, random -> random.unicode(20));
        TYPES.put(MetricDataType.Text, random -> random.unicode(20));
        TYPES.put(MetricDataType.UUID, random -> new UUID(random.anyLong(), random.anyLong()).toString());
        TYPES.put(MetricDataType.DateTime, TahuValues::time);
        TYPES.put(MetricDataType.Bytes, random -> random.bytes(30));
        TYPES.put(MetricDataType.DataSet, TahuValues::dataSet);
        putArray(MetricDataType.Int8Array, MetricDataType.Int8, Byte[]::new);
        putArray(MetricDataType.Int16Array, MetricDataType.Int16, Short[]::new);
        putArray(MetricDataType.Int32Array, MetricDataType.Int32, Integer[]::new);
        putArray(MetricDataType.Int64Array, MetricDataType.Int64, Long[]::new);
        putArray(MetricDataType.UInt8Array, MetricDataType.UInt8, Short[]::new);
        putArray(MetricDataType.UInt16Array, MetricDataType.UInt16, Integer[]::new);
        putArray(MetricDataType.UInt32Array, MetricDataType.UInt32, Long[]::new);
        putArray(MetricDataType.UInt64Array, MetricDataType.UInt64, BigInteger[]::new);
        putArray(MetricDataType.FloatArray, MetricDataType.Float, Float[]::new);
        putArray(MetricDataType.DoubleArray, MetricDataType.Double, Double[]::new);
        putArray(MetricDataType.BooleanArray, MetricDataType.Boolean, Boolean[]::new);
        putArray(MetricDataType.DateTimeArray, MetricDataType.DateTime, Date[]::new);
        TYPES.put(
                MetricDataType.StringArray,
                random -> random.list(0, 5, () -> random.unicode(10).replace('\0', 'x'))
                        .toArray(String[]::new));
    }

    private static final List<DataSetDataType> CELLS = List.of(
            DataSetDataType.Int8,
            DataSetDataType.Int32,
            DataSetDataType.UInt32,
            DataSetDataType.UInt64,
            DataSetDataType.Double,
            DataSetDataType.Boolean,
            DataSetDataType.DateTime);

    private TahuValues() {}

    private static void putArray(MetricDataType array, MetricDataType element, IntFunction<Object[]> empty) {
        TYPES.put(
                array,
                random -> random.list(0, 20, () -> value(element, random)).toArray(empty));
    }

    static Object value(MetricDataType type, RandomValues random) {
        return TYPES.getOrDefault(type, any -> "").apply(random);
    }

    private static Object unsigned64(RandomValues random) {
        return new BigInteger(Long.toUnsignedString(random.anyLong()));
    }

    private static Object time(RandomValues random) {
        return new Date(random.between(-10_000_000_000_000L, 10_000_000_000_000L));
    }

    private static Object dataSet(RandomValues random) {
        var types = random.list(1, 4, () -> random.oneOf(CELLS));
        var table = new DataSetBuilder(types.size()).addTypes(types);
        for (int i = 0; i < types.size(); i++) {
            table.addColumnName("c" + i);
        }
        for (int rows = random.below(4); rows > 0; rows--) {
            var row = new RowBuilder();
            for (var type : types) {
                row.addValue(new Value<>(type, value(MetricDataType.fromInteger(type.toIntValue()), random)));
            }
            table.addRow(row.createRow());
        }
        try {
            return table.createDataSet();
        } catch (SparkplugException e) {
            throw new AssertionError(e);
        }
    }

    /** Describes a value of Tahu or of this project, with its type. */
    static String text(@Nullable Object value) throws DecodeException {
        if (value instanceof byte[] bytes) {
            return "bytes " + HexFormat.of().formatHex(bytes);
        }
        if (value instanceof Structure structure) {
            return structure.text();
        }
        var common = common(value);
        return common instanceof List
                ? DocumentText.of(new ValueDocument(common))
                : (common == null ? "" : common.getClass().getSimpleName() + " ") + common;
    }

    private static @Nullable Object common(@Nullable Object value) {
        if (value instanceof Byte || value instanceof Short || value instanceof Integer) {
            return ((Number) value).longValue();
        }
        if (value instanceof BigInteger number) {
            return number.bitLength() < Long.SIZE ? (Object) number.longValueExact() : number;
        }
        if (value instanceof Date date) {
            return Instant.ofEpochMilli(date.getTime());
        }
        if (value instanceof Object[] array) {
            return Arrays.stream(array).map(TahuValues::common).toList();
        }
        return value instanceof DataSet table ? rows(table) : value;
    }

    private static List<NamedValues> rows(DataSet table) {
        var rows = new ArrayList<NamedValues>();
        for (var row : table.getRows()) {
            var cells = new ArrayList<@Nullable Object>();
            row.getValues().forEach(cell -> cells.add(common(cell.getValue())));
            rows.add(new NamedValues(table.getColumnNames(), cells));
        }
        return rows;
    }
}
