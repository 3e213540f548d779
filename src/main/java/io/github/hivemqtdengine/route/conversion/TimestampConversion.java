package io.github.hivemqtdengine.route.conversion;

import io.github.hivemqtdengine.expression.ConversionException;
import io.github.hivemqtdengine.expression.Decimals;
import io.github.hivemqtdengine.expression.IsoTime;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Locale;

/**
 * Conversion of instants, numbers and ISO 8601 text to epoch nanoseconds, which range from 1677 to 2262.
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
        var decimal = Decimals.decimal(value);
        // more digits overflow anyway, and scaling them could overflow the exponent
        if ((long) decimal.precision() - decimal.scale() > Long.SIZE) {
            throw outOfRange(value);
        }
        var nanos = decimal.multiply(BigDecimal.valueOf(unit.nanos()));
        if (!Decimals.isWhole(nanos)) {
            throw ConversionException.of(value, "is finer than a nanosecond");
        }
        if (!Decimals.isLong(nanos)) {
            throw outOfRange(value);
        }
        return nanos.longValueExact();
    }

    private ConversionException outOfRange(Object value) {
        return ConversionException.outOfRange(
                value, "in " + unit.name().toLowerCase(Locale.ROOT) + " is outside 1677 to 2262; is the unit right?");
    }
}
