// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.expression;

import io.github.hivemqtdengine.expression.FunctionType.Arguments;
import io.github.hivemqtdengine.expression.FunctionType.StrictCall;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Functions that parse and format times. Patterns are those of {@link DateTimeFormatter}, with English names. */
final class TimeFunctions {

    private static final Map<String, BigDecimal> SECONDS_OF_UNITS = Map.of(
            "s", BigDecimal.ONE,
            "ms", new BigDecimal("1e-3"),
            "us", new BigDecimal("1e-6"),
            "ns", new BigDecimal("1e-9"));

    private static final ZonedDateTime SAMPLE =
            ZonedDateTime.of(2024, 5, 17, 14, 35, 46, 123_456_789, ZoneId.of("Europe/Berlin"));

    private static final String ISO = "iso-8601";

    private static final Pattern QUOTED = Pattern.compile("'[^']*'");
    private static final Pattern ZONE_LETTER = Pattern.compile("[XxZVzO]");

    /** Limit on pattern length: formatters handle optional parts, which may be nested, recursively. */
    private static final int LONGEST_PATTERN = 200;

    private static final BigDecimal NANOS = new BigDecimal("1e9");
    private static final BigDecimal MAX_SECONDS = new BigDecimal("1e10");

    private TimeFunctions() {}

    /** Choice of an instant for a local time that a zone has twice because its clocks were put back. */
    private enum Overlap {
        EARLIER,
        LATER,
        /** None, nor for a time that the zone does not have because its clocks were put forward. */
        REJECT;

        Instant instant(ZonedDateTime earlier, LocalDateTime local) throws ConversionException {
            if (this == REJECT) {
                check(earlier.getZone(), local);
            }
            return (this == LATER ? earlier.withLaterOffsetAtOverlap() : earlier).toInstant();
        }

        private static void check(ZoneId zone, LocalDateTime local) throws ConversionException {
            int times = zone.getRules().getValidOffsets(local).size();
            if (times != 1) {
                throw ConversionException.of(
                        DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(local),
                        times == 0
                                ? "does not exist in " + zone + ": clocks are put forward then"
                                : "exists twice in " + zone + ": clocks are put back then");
            }
        }
    }

    static List<FunctionType> all() {
        return List.of(
                new FunctionType("time", 1, 4, TimeFunctions::time),
                new FunctionType("unix-time", 2, 2, TimeFunctions::unixTime),
                new FunctionType("format-time", 2, 3, TimeFunctions::formatTime));
    }

    private static ValueSource time(Arguments arguments) {
        if (arguments.count() == 1) {
            return StrictCall.ofFirst(arguments, values -> instant(values[0]));
        }
        var pattern = arguments.text(1);
        var formatter = formatter(pattern);
        var zone = arguments.count() == 2 ? null : zone(arguments.text(2));
        var overlap = overlap(arguments.count() < 4 ? "earlier" : arguments.text(3));
        if (zone == null && !ZONE_LETTER.matcher(unquoted(pattern)).find()) {
            throw new IllegalArgumentException("needs the zone that the time is in as its argument number 3,"
                    + " like 'Asia/Shanghai' or 'UTC': the pattern has none");
        }
        checkWhole(formatter, zone);
        Function<String, TemporalAccessor> parser = pattern.equals(ISO) ? IsoTime::parsed : formatter::parse;
        return StrictCall.ofFirst(arguments, values -> {
            var text = ValueText.of(values[0]).strip();
            try {
                return instant(instant(parser.apply(text), zone, overlap));
            } catch (DateTimeException e) {
                var missing = IsoTime.missing(text).filter(rule -> pattern.equals(ISO));
                throw ConversionException.of(text, missing.orElse("is not a time of the pattern " + pattern));
            }
        });
    }

    private static Overlap overlap(String word) {
        return Arrays.stream(Overlap.values())
                .filter(overlap -> overlap.name().toLowerCase(Locale.ROOT).equals(word))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("needs 'earlier', 'later' or 'reject' as its argument number 4"));
    }

    private static void checkWhole(DateTimeFormatter formatter, @Nullable ZoneId zone) {
        try {
            instant(formatter.parse(formatter.format(SAMPLE)), zone, Overlap.EARLIER);
        } catch (DateTimeException | ConversionException e) {
            throw new IllegalArgumentException(
                    "has a pattern that makes no whole time: it needs year, month and day,"
                            + " and of the time of day all or nothing (hh needs a)",
                    e);
        }
    }

    /** Resolves a date alone to midnight; a zone in the text takes precedence over the mapping's. */
    private static Instant instant(TemporalAccessor parsed, @Nullable ZoneId zone, Overlap overlap)
            throws ConversionException {
        var date = parsed.query(TemporalQueries.localDate());
        if (date == null) {
            return Instant.from(parsed);
        }
        var itsZone = parsed.query(TemporalQueries.zone());
        var known = itsZone != null ? itsZone : zone;
        if (known == null) {
            throw new DateTimeException("The text has no zone");
        }
        var local = LocalDateTime.of(date, timeOfDay(parsed));
        return overlap.instant(local.atZone(known), local);
    }

    private static LocalTime timeOfDay(TemporalAccessor parsed) {
        var time = parsed.query(TemporalQueries.localTime());
        if (time != null) {
            return time;
        }
        if (Arrays.stream(ChronoField.values()).anyMatch(field -> field.isTimeBased() && parsed.isSupported(field))) {
            throw new DateTimeException("The time of day is incomplete");
        }
        return LocalTime.MIDNIGHT;
    }

    private static ValueSource unixTime(Arguments arguments) {
        var unit = SECONDS_OF_UNITS.get(arguments.text(1));
        if (unit == null) {
            throw new IllegalArgumentException("needs the unit 's', 'ms', 'us' or 'ns' as its argument number 2");
        }
        return StrictCall.ofFirst(arguments, values -> {
            var number = Arithmetic.number(values[0]);
            if (number.abs().multiply(unit).compareTo(MAX_SECONDS) > 0) {
                throw ConversionException.outOfRange(values[0], "is outside 1677 to 2262; is the unit right?");
            }
            var seconds = number.multiply(unit);
            long whole = seconds.longValue();
            return Instant.ofEpochSecond(
                    whole,
                    seconds.subtract(BigDecimal.valueOf(whole)).multiply(NANOS).longValue());
        });
    }

    private static ValueSource formatTime(Arguments arguments) {
        var zone = zone(arguments.count() == 2 ? "UTC" : arguments.text(2));
        var formatter = formatter(arguments.text(1)).withZone(zone);
        return StrictCall.ofFirst(arguments, values -> formatter.format(instant(values[0])));
    }

    /** Converts a time, or an ISO 8601 string. */
    static Instant instant(Object value) throws ConversionException {
        if (value instanceof Instant time) {
            IsoTime.nanos(time); // throws if outside epoch nanoseconds
            return time;
        }
        return Instant.EPOCH.plusNanos(IsoTime.parse(ValueText.of(value).strip()));
    }

    private static ZoneId zone(String text) {
        try {
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "does not know the zone '" + text + "'; write one like 'Asia/Shanghai', 'UTC' or '+08:00'", e);
        }
    }

    /** Returns a strict formatter: 31 June is invalid. Strict years need {@code u}, which replaces {@code y}. */
    private static DateTimeFormatter formatter(String pattern) {
        if (pattern.length() > LONGEST_PATTERN) {
            throw new IllegalArgumentException("has a pattern of more than " + LONGEST_PATTERN + " characters");
        }
        if (pattern.equals(ISO)) {
            return DateTimeFormatter.ISO_OFFSET_DATE_TIME;
        }
        try {
            return DateTimeFormatter.ofPattern(proleptic(pattern), Locale.ENGLISH)
                    .withResolverStyle(ResolverStyle.STRICT);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("has a pattern that can't be read: " + e.getMessage(), e);
        } catch (ClassCastException e) { // thrown by the JDK for "yyypMMdd"
            throw new IllegalArgumentException("has a pattern that can't be read: padding inside of numbers", e);
        }
    }

    private static String proleptic(String pattern) {
        var result = new StringBuilder(pattern);
        boolean quoted = false;
        for (int i = 0; i < result.length(); i++) {
            quoted ^= result.charAt(i) == '\'';
            if (!quoted && result.charAt(i) == 'y') {
                result.setCharAt(i, 'u');
            }
        }
        return result.toString();
    }

    private static String unquoted(String pattern) {
        return QUOTED.matcher(pattern).replaceAll("");
    }
}
