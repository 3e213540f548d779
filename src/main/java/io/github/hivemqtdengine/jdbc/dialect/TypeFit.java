// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.dialect;

import static java.util.Map.entry;

import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.ColumnType.Kind;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Column types that hold every value of a mapping type exactly; TDengine silently rounds values for other types.
 * Lengths do not count, since TDengine refuses values that are too long.
 */
public final class TypeFit {

    private static final Pattern DECIMAL = Pattern.compile("DECIMAL\\((\\d+), ?(\\d+)\\)");

    /** Other types that hold every value, in the words of DESCRIBE. */
    private static final Map<Kind, Set<String>> WIDER = Map.ofEntries(
            entry(Kind.TINYINT, Set.of("SMALLINT", "INT", "BIGINT", "FLOAT", "DOUBLE")),
            entry(Kind.SMALLINT, Set.of("INT", "BIGINT", "FLOAT", "DOUBLE")),
            entry(Kind.INT, Set.of("BIGINT", "DOUBLE")),
            entry(
                    Kind.TINYINT_UNSIGNED,
                    Set.of(
                            "SMALLINT UNSIGNED",
                            "INT UNSIGNED",
                            "BIGINT UNSIGNED",
                            "SMALLINT",
                            "INT",
                            "BIGINT",
                            "FLOAT",
                            "DOUBLE")),
            entry(
                    Kind.SMALLINT_UNSIGNED,
                    Set.of("INT UNSIGNED", "BIGINT UNSIGNED", "INT", "BIGINT", "FLOAT", "DOUBLE")),
            entry(Kind.INT_UNSIGNED, Set.of("BIGINT UNSIGNED", "BIGINT", "DOUBLE")),
            entry(Kind.FLOAT, Set.of("DOUBLE")),
            entry(Kind.VARCHAR, Set.of("BINARY", "NCHAR")),
            entry(Kind.NCHAR, Set.of("VARCHAR", "BINARY")),
            entry(Kind.JSON, Set.of("VARCHAR", "BINARY", "NCHAR")));

    private static final Map<Kind, Integer> INTEGER_DIGITS = Map.of(
            Kind.TINYINT, 3,
            Kind.SMALLINT, 5,
            Kind.INT, 10,
            Kind.BIGINT, 19,
            Kind.TINYINT_UNSIGNED, 3,
            Kind.SMALLINT_UNSIGNED, 5,
            Kind.INT_UNSIGNED, 10,
            Kind.BIGINT_UNSIGNED, 20);

    private TypeFit() {}

    /**
     * Returns whether a column holds every value of the wanted type.
     *
     * @param there the column's type as DESCRIBE writes it, like {@code INT UNSIGNED} or {@code DECIMAL(20, 4)}
     */
    public static boolean holds(String there, ColumnType wanted) {
        var decimal = DECIMAL.matcher(there);
        if (decimal.matches()) {
            return decimalHolds(Integer.parseInt(decimal.group(1)), Integer.parseInt(decimal.group(2)), wanted);
        }
        return there.equals(wanted.kind().sql())
                || WIDER.getOrDefault(wanted.kind(), Set.of()).contains(there);
    }

    private static boolean decimalHolds(int digits, int scale, ColumnType wanted) {
        if (wanted.kind() == Kind.DECIMAL) {
            return scale >= wanted.scale() && digits - scale >= wanted.length() - wanted.scale();
        }
        return INTEGER_DIGITS.containsKey(wanted.kind()) && digits - scale >= INTEGER_DIGITS.get(wanted.kind());
    }
}
