// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.message;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Approximate bytes of rows: in memory, where rows share values, and in a request, where each row has its own. Strings
 * count by their characters, which takes no pass over them.
 */
public final class RowBytes {

    /** Limit for the rows of one message in memory, and for the records that they are made from. */
    public static final long LIMIT = Math.max(16L << 20, Runtime.getRuntime().maxMemory() / 32);

    /** Heap bytes of a number or another small object, and of an array without its content. */
    public static final int OBJECT = 24;

    public static final int REFERENCE = 4;

    private static final int STRING = 56;

    /** Heap bytes of a row without its values, with its places in lists. */
    private static final int ROW = 72;

    /** Heap bytes of the lists that group the rows of a subtable. */
    private static final int SUBTABLE = 150;

    private static final int WRITTEN_VALUE = 9;

    private RowBytes() {}

    /** Returns the heap bytes of a value. */
    public static long ofValue(@Nullable Object value) {
        if (value instanceof String text) {
            return STRING + 2L * text.length();
        }
        return value instanceof byte[] bytes ? OBJECT + bytes.length : OBJECT;
    }

    /** Returns the heap bytes of rows in order. */
    public static long ofRows(List<Row> rows) {
        long bytes = 0;
        for (int i = 0; i < rows.size(); i++) {
            bytes += ofRow(rows.get(i), i == 0 ? null : rows.get(i - 1));
        }
        return bytes;
    }

    /**
     * Returns the heap bytes of a row.
     *
     * @param previous an earlier row, whose values do not count again, or {@code null}
     */
    public static long ofRow(Row row, @Nullable Row previous) {
        var values = row.values();
        long bytes = ROW + (long) REFERENCE * values.length;
        for (int i = 0; i < values.length; i++) {
            var value = values[i];
            bytes += value == null || (previous != null && isShared(value, i, values, previous.values()))
                    ? 0
                    : ofValue(value);
        }
        boolean isGrouped = previous != null && row.subtable().equals(previous.subtable());
        return isGrouped ? bytes : bytes + SUBTABLE + ofValue(row.subtable());
    }

    /** Counts indices from the end, too: rows of one table may differ in their columns, but not in their tags. */
    private static boolean isShared(Object value, int index, @Nullable Object[] values, @Nullable Object[] previous) {
        int fromEnd = index + previous.length - values.length;
        return (index < previous.length && previous[index] == value) || (fromEnd >= 0 && previous[fromEnd] == value);
    }

    /**
     * Returns the bytes of a row in a request.
     *
     * @param width number of the values that are written, keys and NULLs included
     * @param values number of the first of the row's values that are among them
     */
    public static long written(Row row, int width, int values) {
        long bytes = (long) WRITTEN_VALUE * width;
        for (int i = 0; i < values; i++) {
            var value = row.values()[i];
            if (value instanceof String || value instanceof BigDecimal || value instanceof BigInteger) {
                bytes += value.toString().length();
            } else if (value instanceof byte[] raw) {
                bytes += raw.length;
            }
        }
        return bytes;
    }

    /** Returns the sentence about a message whose rows exceed a limit. */
    public static String excess(int row, long limit) {
        return "With row " + row + " the message's rows exceed " + limit + " bytes of memory; send smaller messages,"
                + " map fewer columns, or increase the broker's heap, of which they may take a thirty-second";
    }
}
