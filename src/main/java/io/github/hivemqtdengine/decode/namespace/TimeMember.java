// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.namespace;

import com.ethlo.time.ITU;
import io.github.hivemqtdengine.message.EpochNanos;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Times among the members of objects, by usual names: RFC 3339, or a number of s, ms, us or ns, from 2000 to 2100, and
 * not far from the time of arrival. Others are values: a clock that was never set is no time.
 */
final class TimeMember {

    private static final Set<String> NAMES = Set.of(
            "@timestamp",
            "date",
            "datetime",
            "date_time",
            "sourcetimestamp",
            "t",
            "time",
            "timestamp",
            "timestamp_ms",
            "timestampms",
            "ts",
            "unixtime");

    private static final int MAX_NAME = 16;
    private static final Pattern DIGITS = Pattern.compile("[0-9]{9,19}");
    private static final Pattern RFC_3339 = Pattern.compile("[-0-9]{10}[Tt ][0-9:]{8}.{1,20}");
    private static final long[] NANOS_PER_UNIT = {1_000_000_000, 1_000_000, 1_000, 1};

    private static final Duration MAX_PAST = Duration.ofDays(3_650);
    private static final Duration MAX_FUTURE = Duration.ofDays(1);

    private final Instant earliest;
    private final Instant latest;

    private TimeMember(Instant earliest, Instant latest) {
        this.earliest = earliest;
        this.latest = latest;
    }

    /** @param arrivalMicros time of arrival in epoch microseconds; 0 if it is not known, so that it limits nothing */
    static TimeMember around(long arrivalMicros) {
        var arrival = Instant.EPOCH.plus(arrivalMicros, ChronoUnit.MICROS);
        return arrivalMicros == 0
                ? new TimeMember(Instant.MIN, Instant.MAX)
                : new TimeMember(arrival.minus(MAX_PAST), arrival.plus(MAX_FUTURE));
    }

    /** Returns the time that a member is; {@code null} for a member that is none. */
    @Nullable
    Instant read(String name, @Nullable Object value) {
        var time = time(name, value);
        return time == null || time.isBefore(earliest) || time.isAfter(latest) ? null : time;
    }

    private static @Nullable Instant time(String name, @Nullable Object value) {
        if (name.length() > MAX_NAME || !NAMES.contains(name.toLowerCase(Locale.ROOT))) {
            return null;
        }
        if (value instanceof Number number) {
            return ofNumber(number);
        }
        if (!(value instanceof String text)) {
            return null;
        }
        return DIGITS.matcher(text).matches() ? ofNumber(new BigDecimal(text)) : ofText(text);
    }

    private static @Nullable Instant ofNumber(Number number) {
        for (long nanos : NANOS_PER_UNIT) {
            double about = number.doubleValue() * nanos;
            if (about > 0 && about < Long.MAX_VALUE && EpochNanos.isUsual((long) about)) {
                long exact = number instanceof BigDecimal decimal
                        ? decimal.multiply(BigDecimal.valueOf(nanos)).longValue()
                        : number.longValue() * nanos;
                return Instant.ofEpochSecond(0, exact);
            }
        }
        return null;
    }

    private static @Nullable Instant ofText(String text) {
        if (!RFC_3339.matcher(text).matches()) {
            return null;
        }
        try {
            var time = ITU.parseDateTime(text).toInstant();
            return EpochNanos.isUsual(EpochNanos.of(time)) ? time : null;
        } catch (DateTimeException | ArithmeticException e) {
            return null; // text, or a time without its zone
        }
    }
}
