// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.conversion;

import io.github.hivemqtdengine.expression.ConversionException;
import io.github.hivemqtdengine.expression.Decimals;
import io.github.hivemqtdengine.expression.IsoTime;
import io.github.hivemqtdengine.message.EpochNanos;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;

/**
 * Conversion of instants, numbers and ISO 8601 text to epoch nanoseconds, which range from 1677 to 2262. Digits below a
 * nanosecond are cut off.
 *
 * @param unit the unit of numbers; {@link TimestampUnit#ISO_8601} to accept no numbers
 * @param alsoText whether ISO 8601 text is accepted too
 */
public record TimestampConversion(TimestampUnit unit, boolean alsoText) implements Conversion {

    /** Returns the conversion for TIMESTAMP columns: an instant, a number of milliseconds, or ISO 8601 text. */
    static TimestampConversion forColumns() {
        return new TimestampConversion(TimestampUnit.MILLISECONDS, true);
    }

    /** Returns the conversion for time keys: an instant, or a value in the given unit. */
    public static TimestampConversion forKey(TimestampUnit unit) {
        return new TimestampConversion(unit, unit == TimestampUnit.ISO_8601);
    }

    @Override
    public Long convert(Object value) throws ConversionException {
        if (value instanceof Instant time) {
            return IsoTime.nanos(time);
        }
        if (value instanceof String text && alsoText && (unit == TimestampUnit.ISO_8601 || IsoTime.looksLike(text))) {
            return IsoTime.parse(text.strip());
        }
        if (unit == TimestampUnit.ISO_8601) {
            throw ConversionException.of(
                    value, "is not an ISO 8601 time; for a number set the unit to s, ms, us or ns");
        }
        return value instanceof Long number ? scaled(number) : scaled(value);
    }

    private Long scaled(Long number) throws ConversionException {
        try {
            return Math.multiplyExact(number, unit.nanos());
        } catch (ArithmeticException e) {
            throw outOfRange(number);
        }
    }

    private Long scaled(Object value) throws ConversionException {
        var decimal = number(value);
        // more digits overflow anyway, and scaling them could overflow the exponent
        if ((long) decimal.precision() - decimal.scale() > Long.SIZE) {
            throw outOfRange(value);
        }
        var nanos = decimal.multiply(BigDecimal.valueOf(unit.nanos()));
        if (nanos.precision() <= nanos.scale()) {
            return 0L; // saves the division by a power of ten that 1e-999999999 needs
        }
        var whole = nanos.toBigInteger();
        if (whole.bitLength() >= Long.SIZE) {
            throw outOfRange(value);
        }
        return whole.longValue();
    }

    private BigDecimal number(Object value) throws ConversionException {
        try {
            return Decimals.decimal(value);
        } catch (ConversionException e) {
            var way = alsoText
                    ? ", nor an ISO 8601 time"
                    : "; for ISO 8601 set unit=\"iso-8601\", for other text use time(...)";
            throw ConversionException.of(value, "is not a number of " + unit.word() + " since 1970" + way);
        }
    }

    private ConversionException outOfRange(Object value) throws ConversionException {
        return ConversionException.outOfRange(
                value,
                "in " + unit.name().toLowerCase(Locale.ROOT) + " is outside 1677 to 2262; is the unit right?"
                        + hint(Decimals.decimal(value)));
    }

    /** Returns a hint at a smaller unit with which the time would be between 2000 and 2100. */
    private String hint(BigDecimal number) {
        if (number.precision() - (long) number.scale() > Long.SIZE) {
            return "";
        }
        return Arrays.stream(TimestampUnit.values())
                .filter(other -> other.nanos() > 0 && other.nanos() < unit.nanos())
                .filter(other -> EpochNanos.isUsual(nanos(number, other)))
                .findFirst()
                .map(other -> " In " + other.word() + " it would be "
                        + Instant.EPOCH.plusNanos(nanos(number, other)) + ": "
                        + (alsoText ? "unix-time(..., '" + other.word() + "')" : "unit=\"" + other.word() + "\""))
                .orElse("");
    }

    /** Returns the nanoseconds, 0 if they do not fit into 64 bits. */
    private static long nanos(BigDecimal number, TimestampUnit unit) {
        var nanos = number.multiply(BigDecimal.valueOf(unit.nanos())).toBigInteger();
        return nanos.bitLength() < Long.SIZE ? nanos.longValue() : 0;
    }

    /** Unit or format of a timestamp in a message. */
    public enum TimestampUnit {
        SECONDS("s", 1_000_000_000),
        MILLISECONDS("ms", 1_000_000),
        MICROSECONDS("us", 1_000),
        NANOSECONDS("ns", 1),
        /** ISO 8601 with an offset or {@code Z}. */
        ISO_8601("iso-8601", 0);

        private final String word;
        private final long nanos;

        TimestampUnit(String word, long nanos) {
            this.word = word;
            this.nanos = nanos;
        }

        /** Returns the unit as the configuration writes it. */
        public String word() {
            return word;
        }

        /** Returns the unit in nanoseconds, 0 for text. */
        long nanos() {
            return nanos;
        }
    }
}
