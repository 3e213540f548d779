// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.test;

import io.github.hivemqtdengine.message.ColumnType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Values as the pages of examples write them, independent of the database and the driver. */
public final class Cell {

    /** The arrival of every message, 2027-01-15T08:00:00Z; rows of equal time may come later. */
    static final Instant ARRIVAL = Instant.ofEpochSecond(1_800_000_000);

    /** How a page writes that time. */
    public static final String ARRIVED = "(arrival)";

    static final String NULL = "NULL";

    private Cell() {}

    /** The text of a value: of a page, of a {@link io.github.hivemqtdengine.message.Row} or of a database. */
    public static String of(ColumnType type, @Nullable Object value) {
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
    public static String time(Object value) {
        if (value.equals(ARRIVED)) {
            return ARRIVED;
        }
        var time = Instant.parse(value.toString()).truncatedTo(ChronoUnit.MICROS);
        return time.isBefore(ARRIVAL) || time.isAfter(ARRIVAL.plusSeconds(1)) ? time.toString() : ARRIVED;
    }

    /** A reason as dead letters write it. */
    static String reason(Enum<?> reason) {
        return reason.name().toLowerCase(Locale.ROOT);
    }
}
