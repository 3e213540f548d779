// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.expression;

import com.ethlo.time.ITU;
import io.github.hivemqtdengine.message.EpochNanos;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Times of ISO 8601 and RFC 3339 as devices write them, exact to the nanosecond. Further digits are cut off. */
public final class IsoTime {

    private static final int MAX_CHARACTERS = 200;
    private static final int DATE_CHARACTERS = "2024-05-01".length();
    private static final int BASIC_DATE_CHARACTERS = "20240501".length();
    private static final int SHORTEST_RFC_3339 = "2024-05-01T12:00:00Z".length();

    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");
    private static final Pattern NO_SECONDS = Pattern.compile("[-\\d]{8,10}[Tt ]\\d\\d:?\\d\\d[.,].{0,20}");
    private static final Pattern FRACTION = Pattern.compile("[.,](\\d{0,9})\\d*");
    private static final DateTimeFormatter EXTENDED = form("uuuu-MM-dd'T'HH:mm[:ss]");
    private static final DateTimeFormatter BASIC = form("uuuuMMdd'T'HHmm[ss]");

    private IsoTime() {}

    /** Creates a formatter with strict resolution: lenient resolution turns 31 June into 30 June. */
    private static DateTimeFormatter form(String pattern) {
        return new DateTimeFormatterBuilder()
                .parseCaseInsensitive()
                .appendPattern(pattern)
                .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
                .optionalStart()
                .parseLenient() // +hh, +hhmm or +hh:mm
                .appendOffset("+HH", "Z")
                .toFormatter(Locale.ROOT)
                .withResolverStyle(ResolverStyle.STRICT);
    }

    /** Returns whether text is a time rather than a number. */
    public static boolean looksLike(String text) {
        return text.chars().anyMatch(c -> c == ':' || c == 'T' || c == 't')
                || DATE.matcher(text).matches();
    }

    /** Returns the epoch nanoseconds of text such as {@code 2024-05-01T14:00:00.25+02:00}. */
    public static long parse(String text) throws ConversionException {
        var rule = "is not an ISO 8601 time like 2024-05-01T12:00:00Z; for another form name its pattern:"
                + " time(..., 'dd.MM.yyyy HH:mm:ss', 'Europe/Berlin')";
        try {
            var time = parsed(text);
            if (time.isSupported(ChronoField.INSTANT_SECONDS)) {
                return nanos(Instant.from(time));
            }
            rule = "has no offset; write Z or an offset like +02:00 after the time,"
                    + " or name its zone: time(..., 'iso-8601', 'Europe/Berlin')";
        } catch (DateTimeException e) {
            // reported below
        }
        throw ConversionException.of(text, missing(text).orElse(rule));
    }

    /** Returns what a text lacks that is nearly a time. */
    static Optional<String> missing(String text) {
        if (DATE.matcher(text).matches()) {
            return Optional.of("is a date without a time of day; write one like T00:00:00Z after it,"
                    + " or name its pattern and zone: time(..., 'yyyy-MM-dd', 'Europe/Berlin')");
        }
        return NO_SECONDS.matcher(text).matches()
                ? Optional.of("has no seconds before the fraction; write them like 12:00:00.5")
                : Optional.empty();
    }

    /**
     * Parses a time with or without an offset.
     *
     * @throws DateTimeException if the text is no such time
     */
    public static TemporalAccessor parsed(String text) {
        if (text.length() > MAX_CHARACTERS) {
            throw new DateTimeException("Too long");
        }
        if (text.length() >= SHORTEST_RFC_3339 && text.charAt(DATE_CHARACTERS) == 'T') {
            try {
                return ITU.parseDateTime(text); // ten times as fast, and nearly all devices write this form
            } catch (DateTimeException e) {
                // falls through to the other forms
            }
        }
        var time = new StringBuilder(FRACTION.matcher(text).replaceFirst(".$1"));
        if (time.length() > DATE_CHARACTERS && time.charAt(DATE_CHARACTERS) == ' ') {
            time.setCharAt(DATE_CHARACTERS, 'T');
        }
        boolean isBasic =
                time.length() > BASIC_DATE_CHARACTERS && "Tt".indexOf(time.charAt(BASIC_DATE_CHARACTERS)) >= 0;
        return (isBasic ? BASIC : EXTENDED).parse(time);
    }

    public static long nanos(Instant time) throws ConversionException {
        try {
            return EpochNanos.of(time);
        } catch (ArithmeticException e) {
            throw ConversionException.outOfRange(time.toString(), "is outside 1677 to 2262");
        }
    }
}
