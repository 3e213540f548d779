// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.importer;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Times of records as text: ISO 8601, the same with a blank in place of the T, or seconds, milliseconds, microseconds or
 * nanoseconds since 1970, told apart by their size.
 *
 * @param zone the zone of times without an offset; {@code null} if they are not accepted
 */
record ImportTime(@Nullable ZoneId zone) {

    private static final Pattern NUMBER = Pattern.compile("\\d{1,19}(?:\\.\\d{1,9})?");

    /** Numbers below it are seconds, a thousand times as many milliseconds, and so on: times from 1973 to 5138. */
    private static final BigDecimal LARGEST_SECONDS = new BigDecimal("1e11");

    private static final DateTimeFormatter TEXT = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendPattern("['T'][' ']")
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .appendPattern("[XXX][XX][X]")
            .toFormatter();

    /**
     * Returns a time in epoch microseconds.
     *
     * @throws IllegalArgumentException if the text is not a time
     */
    long micros(String text) {
        if (NUMBER.matcher(text).matches()) {
            return micros(new BigDecimal(text));
        }
        try {
            var parsed = TEXT.parseBest(text, OffsetDateTime::from, LocalDateTime::from);
            return ChronoUnit.MICROS.between(Instant.EPOCH, instant(parsed, text));
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is not a time, such as 2026-01-31T08:00:00Z or 1769846400000", e);
        }
    }

    private static long micros(BigDecimal number) {
        int power = 6;
        for (var largest = LARGEST_SECONDS; power > -3 && number.compareTo(largest) >= 0; power -= 3) {
            largest = largest.movePointRight(3);
        }
        return number.movePointRight(power).setScale(0, RoundingMode.FLOOR).longValueExact();
    }

    private Instant instant(TemporalAccessor time, String text) {
        if (time instanceof OffsetDateTime known) {
            return known.toInstant();
        }
        if (zone == null) {
            throw new IllegalArgumentException(
                    "the time \"" + text + "\" has no offset; say its zone, such as --time-zone Asia/Shanghai");
        }
        return LocalDateTime.from(time).atZone(zone).toInstant();
    }
}
