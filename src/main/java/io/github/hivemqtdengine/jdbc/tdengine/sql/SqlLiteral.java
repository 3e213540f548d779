// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.sql;

import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.Precision;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Literals of TDengine's SQL, with escapes. No other class writes them. */
public final class SqlLiteral {

    /** Server limit for one literal, including quotes and escapes. */
    public static final int MAX_TEXT_BYTES = 65_530;

    /** Longest binary value within the limit: two digits per byte, the prefix and two quotes. */
    public static final int MAX_BINARY_BYTES = (MAX_TEXT_BYTES - 4) / 2;

    private static final int MAX_BYTES_OF_A_CHAR = 3;

    private static final byte[] NULL = SqlText.ascii("NULL");
    private static final byte[] TRUE = SqlText.ascii("true");
    private static final byte[] FALSE = SqlText.ascii("false");
    private static final byte[] HEX_PREFIX = SqlText.ascii("'\\x");
    private static final byte[] HEX_DIGITS = SqlText.ascii("0123456789abcdef");

    private SqlLiteral() {}

    /**
     * Appends a value of the Java type that belongs to the kind.
     *
     * @throws IllegalArgumentException if TDengine can't store the value as it is
     * @throws ClassCastException if the value has another Java type
     */
    public static void append(SqlText sql, ColumnType.Kind kind, @Nullable Object value, Precision precision) {
        if (value == null) {
            sql.append(NULL);
            return;
        }
        switch (kind) {
            case BOOL -> sql.append((Boolean) value ? TRUE : FALSE);
            case TINYINT, SMALLINT, INT, BIGINT, TINYINT_UNSIGNED, SMALLINT_UNSIGNED, INT_UNSIGNED ->
                sql.append((long) (Long) value);
            case BIGINT_UNSIGNED -> sql.appendAscii(value.toString());
            case FLOAT -> sql.appendAscii(text((Float) finite(value, Float.isFinite((Float) value))));
            case DOUBLE -> number(sql, (Double) finite(value, Double.isFinite((Double) value)));
            case DECIMAL -> sql.appendAscii(((BigDecimal) value).toPlainString());
            case TIMESTAMP -> sql.append(precision.ticks((Long) value));
            case VARBINARY, BLOB -> binary(sql, (byte[]) value);
            case VARCHAR, NCHAR, GEOMETRY, JSON -> text(sql, (String) value);
        }
    }

    /** Appends a double; the server refuses subnormal numbers in decimal. */
    private static void number(SqlText sql, double value) {
        if (value != 0 && Math.abs(value) < Double.MIN_NORMAL) {
            sql.appendAscii("'" + Double.toHexString(value) + "'");
        } else {
            sql.append(value);
        }
    }

    /** Formats a float; the shortest text of the largest one, read as a double, exceeds the server's float range. */
    private static String text(float value) {
        return Math.abs(value) == Float.MAX_VALUE ? Double.toString(value) : Float.toString(value);
    }

    /** Requires a finite value, also for bound values: what can be stored must not depend on the engine. */
    public static Object finite(Object value, boolean finite) {
        if (!finite) {
            throw new IllegalArgumentException("The value " + value + " is not a number that a column can hold");
        }
        return value;
    }

    /** Appends a string in quotes. */
    public static void text(SqlText sql, String value) {
        checkLength(value.length());
        int start = sql.length();
        sql.append('\'');
        for (int i = sql.appendPlain(value); i < value.length(); ) {
            char c = value.charAt(i);
            if (c == '\'' || c == '\\') {
                sql.append('\\');
            } else if (c == 0) {
                throw endOfText();
            }
            i += sql.appendCharacter(value, i);
        }
        sql.append('\'');
        checkLength(sql.length() - start);
    }

    /** Returns whether the literal of a string or a binary value is longer than the server accepts. */
    public static boolean isTooLong(@Nullable Object value) {
        if (value instanceof byte[] binary) {
            return binary.length > MAX_BINARY_BYTES;
        }
        return value instanceof String text
                && text.length() > MAX_TEXT_BYTES / MAX_BYTES_OF_A_CHAR - 1
                && textBytes(text) > MAX_TEXT_BYTES;
    }

    /** Returns the bytes of a string's literal; an unpaired surrogate counts as half a pair. */
    private static int textBytes(String text) {
        int bytes = 2;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                bytes += c == '\'' || c == '\\' ? 2 : 1;
            } else {
                bytes += c < 0x800 || Character.isSurrogate(c) ? 2 : MAX_BYTES_OF_A_CHAR;
            }
        }
        return bytes;
    }

    public static IllegalArgumentException endOfText() {
        return new IllegalArgumentException("The text contains the character U+0000, which ends a statement");
    }

    private static void binary(SqlText sql, byte[] value) {
        checkLength(2 * Math.min(value.length, MAX_TEXT_BYTES) + HEX_PREFIX.length + 1);
        sql.append(HEX_PREFIX);
        for (byte b : value) {
            sql.append((char) HEX_DIGITS[(b & 0xF0) >> 4]).append((char) HEX_DIGITS[b & 0xF]);
        }
        sql.append('\'');
    }

    private static void checkLength(int bytes) {
        if (bytes > MAX_TEXT_BYTES) {
            throw new IllegalArgumentException(
                    "The value takes more than the " + MAX_TEXT_BYTES + " bytes that TDengine allows for a literal");
        }
    }
}
