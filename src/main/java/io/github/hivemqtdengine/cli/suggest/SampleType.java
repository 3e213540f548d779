// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.suggest;

import io.github.hivemqtdengine.decode.json.JsonTree;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Column type for the sample values of a field. */
final class SampleType {

    private static final int SHORTEST = 32;
    private static final int LONGEST = 16_384;
    /** For arrays and other values whose length as text is not known. */
    private static final int UNKNOWN = 1_024;

    private static final int LENGTH_BYTES = 2;
    private static final int NUMBER_BYTES = 8;

    private SampleType() {}

    /** Returns the type; a string type if all values are null. */
    static String of(List<? extends @Nullable Object> values) {
        if (all(values, Boolean.class)) {
            return "BOOL";
        }
        if (values.stream().allMatch(SampleType::isNumber) && values.stream().anyMatch(value -> value != null)) {
            return "DOUBLE"; // also for whole numbers, since the next message may have a fraction
        }
        if (all(values, Long.class)) {
            return "BIGINT";
        }
        return "VARCHAR(" + length(values) + ")";
    }

    private static boolean all(List<? extends @Nullable Object> values, Class<?> type) {
        return values.stream().anyMatch(type::isInstance)
                && values.stream().allMatch(value -> value == null || type.isInstance(value));
    }

    /** Returns whether DOUBLE can hold the value; whole numbers beyond 2^53 are not exact. */
    private static boolean isNumber(@Nullable Object value) {
        return value == null
                || (value instanceof Long number && Math.abs(number) <= 1L << 53)
                || (value instanceof BigDecimal decimal && !Double.isInfinite(decimal.doubleValue()));
    }

    /**
     * Returns the type for the types of values in a status file.
     *
     * @param longest the longest text, bytes
     */
    static String of(List<String> types, long longest) {
        return switch (String.join(" ", types)) {
            case "boolean" -> "BOOL";
            case "number" -> "DOUBLE";
            case "time" -> "TIMESTAMP";
            case "text" -> "VARCHAR(" + length((int) Math.min(longest, LONGEST)) + ")";
            default -> "VARCHAR(" + UNKNOWN + ")";
        };
    }

    /** Returns a length with room for longer values than the sample's: the next power of two, bytes. */
    static int length(List<? extends @Nullable Object> values) {
        return length(values.stream().mapToInt(SampleType::utf8Length).max().orElse(0));
    }

    private static int length(int longest) {
        return Math.max(SHORTEST, Integer.highestOneBit(Math.max(1, longest - 1)) * 2);
    }

    private static int utf8Length(@Nullable Object value) {
        var text = value instanceof Map<?, ?> || value instanceof Collection<?>
                ? JsonTree.write(value)
                : String.valueOf(value);
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Returns the bytes that a type takes in a row. */
    static int width(String type) {
        return type.startsWith("VARCHAR") ? Integer.parseInt(type.replaceAll("\\D", "")) + LENGTH_BYTES : NUMBER_BYTES;
    }
}
