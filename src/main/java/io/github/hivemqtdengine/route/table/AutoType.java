// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.expression.ValueText;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.ColumnType.Kind;
import io.github.hivemqtdengine.message.TextBytes;
import java.math.BigInteger;
import java.time.Instant;

/** Types of automatic columns: BOOL, types of numbers, TIMESTAMP, and VARCHAR in a few lengths. */
final class AutoType {

    /** Type of a new tag. */
    static final ColumnType TAG = new ColumnType(Kind.VARCHAR, 128, 0);

    /** Bits up to which DOUBLE holds every integer. */
    private static final int EXACT_BITS = 53;

    private static final int[] LENGTHS = {64, 256, 1_024, 4_096, 16_384};

    private AutoType() {}

    /**
     * Returns the type for a column whose first value is given.
     *
     * @param hasTypedNumbers whether payloads tell integers from other numbers; if not, all that DOUBLE holds exactly
     *     are DOUBLE
     */
    static ColumnType of(Object value, boolean hasTypedNumbers) {
        if (value instanceof Boolean) {
            return new ColumnType(Kind.BOOL, 0, 0);
        }
        if (value instanceof Instant) {
            return new ColumnType(Kind.TIMESTAMP, 0, 0);
        }
        var kind = value instanceof Number number ? kind(number, hasTypedNumbers) : Kind.VARCHAR;
        return wideEnough(new ColumnType(kind, kind == Kind.VARCHAR ? LENGTHS[0] : 0, 0), value);
    }

    private static Kind kind(Number number, boolean isTyped) {
        // of -2^63, which BIGINT lacks and DOUBLE holds, abs is negative
        if (number instanceof Long whole && (isTyped || Math.abs(whole) > 1L << EXACT_BITS)) {
            return Kind.BIGINT;
        }
        if (number instanceof BigInteger whole && (isTyped || whole.bitLength() > EXACT_BITS)) {
            return whole.signum() >= 0 && whole.bitLength() <= Long.SIZE ? Kind.BIGINT_UNSIGNED : Kind.VARCHAR;
        }
        return Kind.DOUBLE;
    }

    /** Returns a type wide enough for a text, or the longest one if none is; other types are returned unchanged. */
    static ColumnType wideEnough(ColumnType type, Object value) {
        int needed = isText(type) ? length(type, value) : 0;
        if (needed <= type.length()) {
            return type;
        }
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

    private static int length(ColumnType type, Object value) {
        if (value instanceof byte[] bytes) {
            return (bytes.length + 2) / 3 * 4; // Base64
        }
        var text = ValueText.of(value);
        return type.kind() == Kind.NCHAR ? text.codePointCount(0, text.length()) : (int) TextBytes.utf8(text);
    }
}
