package io.github.hivemqtdengine.expression;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Locale;

/** ISO 8601 times with an offset, exact to the nanosecond. */
public final class IsoTime {

    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final int MAX_CHARACTERS = 40;

    /** Strict: the lenient way makes the 31st of June the 30th. */
    private static final DateTimeFormatter WITH_OFFSET = DateTimeFormatter.ISO_OFFSET_DATE_TIME
            .withResolverStyle(ResolverStyle.STRICT)
            .withLocale(Locale.ROOT);

    private IsoTime() {}

    /** Whether a text is rather a time of day than a number. */
    public static boolean looksLike(String text) {
        return text.indexOf(':') >= 0;
    }

    /** The epoch nanoseconds of a text such as {@code 2024-05-01T14:00:00.25+02:00}. */
    public static long parse(String text) throws Refusal {
        try {
            if (text.length() <= MAX_CHARACTERS) {
                return nanos(OffsetDateTime.parse(text, WITH_OFFSET).toInstant());
            }
        } catch (DateTimeException e) {
            // answered below
        }
        throw Refusal.of(
                text,
                isLocal(text)
                        ? "has no offset; write Z or an offset like +02:00 behind the time"
                        : "is no ISO 8601 time like 2024-05-01T12:00:00Z");
    }

    private static boolean isLocal(String text) {
        try {
            LocalDateTime.parse(text);
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }

    public static long nanos(Instant time) throws Refusal {
        try {
            // towards zero, since the first second of the range begins before the range does
            long seconds = time.getEpochSecond() < 0 ? time.getEpochSecond() + 1 : time.getEpochSecond();
            long rest = (time.getEpochSecond() - seconds) * NANOS_PER_SECOND + time.getNano();
            return Math.addExact(Math.multiplyExact(seconds, NANOS_PER_SECOND), rest);
        } catch (ArithmeticException e) {
            throw Refusal.outOfRange(time.toString(), "is outside 1677 to 2262");
        }
    }
}
