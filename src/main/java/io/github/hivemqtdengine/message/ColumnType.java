// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.message;

import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Type of a column in TDengine's syntax, for example {@code VARCHAR(64)} or {@code INT UNSIGNED}.
 *
 * @param kind type without its parameters
 * @param length bytes for {@link Kind#VARCHAR}, {@link Kind#VARBINARY} and {@link Kind#GEOMETRY}, characters for
 *     {@link Kind#NCHAR}, digits for {@link Kind#DECIMAL}; 0 for all others
 * @param scale digits after the decimal point of a {@link Kind#DECIMAL}; 0 for all others
 */
public record ColumnType(Kind kind, int length, int scale) {

    /** Most bytes of a value in a column of type {@link Kind#BLOB}. */
    public static final int MAX_BLOB_BYTES = 4 * 1_024 * 1_024;

    private static final int MAX_VARIABLE_BYTES = 65_517;
    /** A row refers to the value, which is stored elsewhere. */
    private static final int BLOB_REFERENCE_BYTES = 8;

    private static final int MAX_DECIMAL_DIGITS = 38;
    private static final int LENGTH_BYTES = 2;
    private static final int BYTES_PER_NCHAR = 4;
    private static final int MAX_DIGITS_IN_EIGHT_BYTES = 18;
    private static final Pattern SYNTAX =
            Pattern.compile("([A-Z]+(?: UNSIGNED)?)(?:\\(\\s*(\\d{1,5})\\s*(?:,\\s*(\\d{1,2})\\s*)?\\))?");

    /** TDengine's types, each with the Java type of a {@link Row}'s value in such a column. */
    public enum Kind {
        /** {@link Boolean}. */
        BOOL,
        /** {@link Long}. */
        TINYINT,
        /** {@link Long}. */
        SMALLINT,
        /** {@link Long}. */
        INT,
        /** {@link Long}. */
        BIGINT,
        /** {@link Long}. */
        TINYINT_UNSIGNED,
        /** {@link Long}. */
        SMALLINT_UNSIGNED,
        /** {@link Long}. */
        INT_UNSIGNED,
        /** {@link java.math.BigInteger}. */
        BIGINT_UNSIGNED,
        /** {@link Float}, finite. */
        FLOAT,
        /** {@link Double}, finite. */
        DOUBLE,
        /** {@link java.math.BigDecimal} that fits precision and scale. */
        DECIMAL,
        /** {@link String}. */
        VARCHAR,
        /** {@link String}. */
        NCHAR,
        /** {@code byte[]}. */
        VARBINARY,
        /** {@code byte[]} of up to {@value ColumnType#MAX_BLOB_BYTES} bytes; one column of a table only. */
        BLOB,
        /** {@link Long}, epoch nanoseconds. */
        TIMESTAMP,
        /** {@link String}, well-known text. */
        GEOMETRY,
        /** {@link String}, JSON text; tags only. */
        JSON;

        boolean hasLength() {
            return this == VARCHAR || this == NCHAR || this == VARBINARY || this == GEOMETRY || this == DECIMAL;
        }

        /** Returns a type of this kind as a mapping may have it. */
        public String example() {
            return sql() + (this == DECIMAL ? "(18)" : hasLength() ? "(64)" : "");
        }

        /** Returns the type's name in SQL: {@code INT UNSIGNED} for {@link #INT_UNSIGNED}. */
        public String sql() {
            return name().replace('_', ' ');
        }
    }

    /**
     * Parses a type as written in a mapping; case is ignored, and {@code BINARY} means {@code VARCHAR}.
     *
     * @throws IllegalArgumentException if it is not a type; the message is for the operator
     */
    public static ColumnType parse(String text) {
        var matcher = SYNTAX.matcher(text.strip().toUpperCase(Locale.ROOT).replaceAll("\\s+", " "));
        if (!matcher.matches()) {
            throw new IllegalArgumentException("is not a type; a type is written like INT, DOUBLE or VARCHAR(64)");
        }
        var name = matcher.group(1).equals("BINARY") ? "VARCHAR" : matcher.group(1);
        var kind = Arrays.stream(Kind.values())
                .filter(k -> k.sql().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("is not a type of TDengine"));
        return withParameters(kind, matcher.group(2), matcher.group(3));
    }

    private static ColumnType withParameters(Kind kind, @Nullable String length, @Nullable String scale) {
        if (kind.hasLength() != (length != null)) {
            throw new IllegalArgumentException(
                    kind.hasLength() ? "needs a length, like " + kind.example() : "takes no length");
        }
        if (scale != null && kind != Kind.DECIMAL) {
            throw new IllegalArgumentException("takes no scale");
        }
        var type = new ColumnType(
                kind, length == null ? 0 : Integer.parseInt(length), scale == null ? 0 : Integer.parseInt(scale));
        type.checkRange();
        return type;
    }

    private void checkRange() {
        int most = kind == Kind.DECIMAL
                ? MAX_DECIMAL_DIGITS
                : MAX_VARIABLE_BYTES / (kind == Kind.NCHAR ? BYTES_PER_NCHAR : 1);
        if (kind.hasLength() && (length < 1 || length > most)) {
            throw new IllegalArgumentException("has a length outside 1 to " + most);
        }
        if (scale > length) {
            throw new IllegalArgumentException("has a scale above its " + length + " digits");
        }
    }

    /** Returns the maximum size of a value in a TDengine row in bytes. */
    public int bytes() {
        return switch (kind) {
            case BOOL, TINYINT, TINYINT_UNSIGNED -> 1;
            case SMALLINT, SMALLINT_UNSIGNED -> 2;
            case INT, INT_UNSIGNED, FLOAT -> 4;
            case BIGINT, BIGINT_UNSIGNED, DOUBLE, TIMESTAMP -> 8;
            case DECIMAL -> length <= MAX_DIGITS_IN_EIGHT_BYTES ? 8 : 16;
            case VARCHAR, VARBINARY, GEOMETRY -> length + LENGTH_BYTES;
            case NCHAR -> length * BYTES_PER_NCHAR + LENGTH_BYTES;
            case BLOB -> BLOB_REFERENCE_BYTES;
            case JSON -> 0; // always the only tag
        };
    }

    @Override
    public String toString() {
        if (!kind.hasLength()) {
            return kind.sql();
        }
        return kind.sql() + "(" + length + (kind == Kind.DECIMAL ? "," + scale : "") + ")";
    }
}
