// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.importer;

import io.github.hivemqtdengine.expression.IsoTime;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Times of records as text: ISO 8601, the same with a blank in place of the T or with slashes, as spreadsheets write
 * them, a date alone, or seconds, milliseconds, microseconds or nanoseconds since 1970, told apart by their size. Other times than
 * those from March 1973 to a day from now are refused: they would be in another unit, or in another notation.
 *
 * @param zone the zone of times without an offset; {@code null} if they are not accepted
 * @param nowMicros epoch microseconds
 */
record ImportTime(@Nullable ZoneId zone, long nowMicros) {

    private static final Pattern NUMBER = Pattern.compile("\\d{1,19}(?:\\.\\d{1,9})?");

    /** Numbers below it are seconds, a thousand times as many milliseconds, and so on: times from 1973 to 5138. */
    private static final BigDecimal LARGEST_SECONDS = new BigDecimal("1e11");

    private static final long EARLIEST_MICROS = 100_000_000_000_000L;
    private static final long DAY_MICROS = 86_400_000_000L;

    /** What spreadsheets write; strict, as {@link IsoTime} is. */
    private static final DateTimeFormatter SPREADSHEET = DateTimeFormatter.ofPattern(
                    "[uuuu-M-d][uuuu/M/d][ H:mm[:ss]]", Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT);

    /**
     * Returns a time in epoch microseconds.
     *
     * @throws IllegalArgumentException if the text is not a time
     */
    long micros(String text) {
        long micros;
        try {
            micros = NUMBER.matcher(text).matches() ? micros(new BigDecimal(text)) : ofText(text);
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is not a time, such as 2026-01-31T08:00:00Z or 1769846400000", e);
        }
        if (micros < EARLIEST_MICROS || micros > nowMicros + DAY_MICROS) {
            throw new IllegalArgumentException("the time \"" + text + "\" is "
                    + Instant.EPOCH.plus(micros, ChronoUnit.MICROS)
                    + ", which is before March 1973 or after tomorrow; numbers are s, ms, us or ns since 1970");
        }
        return micros;
    }

    private static long micros(BigDecimal number) {
        int power = 6;
        for (var largest = LARGEST_SECONDS; power > -3 && number.compareTo(largest) >= 0; power -= 3) {
            largest = largest.movePointRight(3);
        }
        return number.movePointRight(power).setScale(0, RoundingMode.FLOOR).longValueExact();
    }

    private long ofText(String text) {
        var time = parsed(text);
        var instant = time.isSupported(ChronoField.INSTANT_SECONDS) ? Instant.from(time) : inZone(local(time), text);
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }

    private static TemporalAccessor parsed(String text) {
        try {
            return IsoTime.parsed(text);
        } catch (DateTimeException e) {
            return SPREADSHEET.parse(text);
        }
    }

    /** Returns the local time; a date alone begins at midnight. */
    private static LocalDateTime local(TemporalAccessor time) {
        var ofDay = time.query(TemporalQueries.localTime());
        return LocalDate.from(time).atTime(ofDay == null ? LocalTime.MIDNIGHT : ofDay);
    }

    private Instant inZone(LocalDateTime time, String text) {
        if (zone == null) {
            throw new IllegalArgumentException(
                    "the time \"" + text + "\" has no offset; give its zone, such as --time-zone Asia/Shanghai");
        }
        var offsets = zone.getRules().getValidOffsets(time);
        if (offsets.size() != 1) {
            throw new IllegalArgumentException("the time \"" + text + "\" is "
                    + (offsets.isEmpty() ? "skipped" : "ambiguous") + " in " + zone
                    + ", whose clocks change then; write an offset, such as +08:00");
        }
        return time.toInstant(offsets.get(0));
    }
}
