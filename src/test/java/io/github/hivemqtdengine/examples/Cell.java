// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.examples;

import io.github.hivemqtdengine.message.ColumnType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Values as the pages of examples write them, independent of the database and the driver. */
final class Cell {

    /** All example timestamps are in this month; any other time is the arrival time. */
    private static final String MONTH = "2026-01";

    private static final String ARRIVAL = "(arrival)";
    private static final String NULL = "NULL";

    private Cell() {}

    /** The text of a value: of a page, of a {@link io.github.hivemqtdengine.message.Row} or of a database. */
    static String of(ColumnType type, @Nullable Object value) {
        if (value == null || value.equals(NULL)) {
            return NULL;
        }
        return switch (type.kind()) {
            case BOOL -> String.valueOf(value.equals(true) || value.equals(1L) || value.equals("true"));
            case TIMESTAMP -> time(value instanceof Long nanos ? Instant.EPOCH.plusNanos(nanos) : value);
            case VARBINARY, BLOB ->
                value instanceof byte[] bytes ? Base64.getEncoder().encodeToString(bytes) : value.toString();
            case VARCHAR, NCHAR, GEOMETRY, JSON -> value.toString();
            default -> new BigDecimal(value.toString()).stripTrailingZeros().toPlainString();
        };
    }

    /** The text of a time, in the microseconds that databases are created with. */
    static String time(Object value) {
        if (value.equals(ARRIVAL)) {
            return ARRIVAL;
        }
        var text =
                Instant.parse(value.toString()).truncatedTo(ChronoUnit.MICROS).toString();
        return text.startsWith(MONTH) ? text : ARRIVAL;
    }

    /** A reason as dead letters write it. */
    static String reason(Enum<?> reason) {
        return reason.name().toLowerCase(Locale.ROOT);
    }
}
