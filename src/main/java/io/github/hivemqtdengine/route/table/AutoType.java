package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.expression.ValueText;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.ColumnType.Kind;
import java.math.BigInteger;
import java.time.Instant;

/** Types of automatic columns: BOOL, types of numbers, TIMESTAMP, and VARCHAR in a few lengths. */
final class AutoType {

    /** Type of a new tag. */
    static final ColumnType TAG = new ColumnType(Kind.VARCHAR, 128, 0);

    private static final int[] LENGTHS = {64, 256, 1_024, 4_096, 16_384};

    private AutoType() {}

    /**
     * Returns the type for a column whose first value is given.
     *
     * @param hasTypedNumbers whether payloads tell integers from other numbers; if not, all numbers are DOUBLE
     */
    static ColumnType of(Object value, boolean hasTypedNumbers) {
        if (value instanceof Boolean) {
            return new ColumnType(Kind.BOOL, 0, 0);
        }
        if (value instanceof Instant) {
            return new ColumnType(Kind.TIMESTAMP, 0, 0);
        }
        return value instanceof Number number
                ? new ColumnType(hasTypedNumbers ? kind(number) : Kind.DOUBLE, 0, 0)
                : wideEnough(new ColumnType(Kind.VARCHAR, LENGTHS[0], 0), value);
    }

    private static Kind kind(Number number) {
        if (number instanceof Long) {
            return Kind.BIGINT;
        }
        return number instanceof BigInteger ? Kind.BIGINT_UNSIGNED : Kind.DOUBLE;
    }

    /** Returns a type wide enough for a string, or the longest one if none is; other types are returned unchanged. */
    static ColumnType wideEnough(ColumnType type, Object value) {
        if (!(value instanceof String text) || !isText(type) || length(type, text) <= type.length()) {
            return type;
        }
        int needed = length(type, text);
        int longest = type.length();
        for (int length : LENGTHS) {
            longest = Math.max(longest, length);
            if (longest >= needed) {
                break;
            }
        }
        return new ColumnType(type.kind(), longest, 0);
    }

    /** Returns 1 or 0 for a boolean in an INT column, which is how QuestDB stores BOOL, or else the value itself. */
    static Object suiting(ColumnType type, Object value) {
        if (value instanceof Boolean truth && type.kind() == Kind.INT) {
            return truth ? 1L : 0L;
        }
        return value;
    }

    private static boolean isText(ColumnType type) {
        return type.kind() == Kind.VARCHAR || type.kind() == Kind.NCHAR;
    }

    private static int length(ColumnType type, String text) {
        return type.kind() == Kind.NCHAR ? text.codePointCount(0, text.length()) : ValueText.utf8Length(text);
    }
}
