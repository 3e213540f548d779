package io.github.hivemqtdengine.decode;

import com.fasterxml.jackson.core.io.NumberOutput;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the tags of CBOR make of their content: times and numbers. All other tags leave it as it is. */
final class CborTags {

    private static final int TIME_TEXT = 0;
    private static final int EPOCH = 1;
    private static final int POSITIVE = 2;
    private static final int NEGATIVE = 3;
    private static final int DECIMAL_FRACTION = 4;
    private static final int BIGFLOAT = 5;

    private static final int MAX_TIME_CHARACTERS = 40;
    private static final int NANO_DIGITS = 9;
    private static final int MAX_DECIMAL_EXPONENT = 999_999;

    /** About that of a double; beyond, the digits of a decimal number would be many. */
    private static final int MAX_BINARY_EXPONENT = 1_100;

    /** What a thousand digits are, which JSON may have, too. */
    private static final int MAX_BITS = 3_322;

    private static final DateTimeFormatter RFC_3339 = DateTimeFormatter.ISO_OFFSET_DATE_TIME
            .withResolverStyle(ResolverStyle.STRICT)
            .withLocale(Locale.ROOT);

    private static final BigDecimal TWO = BigDecimal.valueOf(2);
    private static final BigDecimal FIVE = BigDecimal.valueOf(5);

    private CborTags() {}

    /** Whether a tag makes another value of its content. */
    static boolean hasMeaning(long tag) {
        return tag >= TIME_TEXT && tag <= BIGFLOAT;
    }

    /** Whether the content of a tag is an exponent and a mantissa. */
    static boolean isOfPair(int tag) {
        return tag == DECIMAL_FRACTION || tag == BIGFLOAT;
    }

    /** @param start where the tags begin */
    static Object value(int tag, @Nullable Object content, int start) throws DecodeException {
        return switch (tag) {
            case TIME_TEXT -> time(content, start);
            case EPOCH -> epoch(content, start);
            case POSITIVE -> magnitude(content, start);
            case NEGATIVE -> magnitude(content, start).not();
            default -> throw wrong(start);
        };
    }

    private static Instant time(@Nullable Object content, int start) throws DecodeException {
        if (content instanceof String text && text.length() <= MAX_TIME_CHARACTERS) {
            try {
                return OffsetDateTime.parse(text, RFC_3339).toInstant();
            } catch (DateTimeException e) {
                // answered below
            }
        }
        throw wrong(start);
    }

    private static Instant epoch(@Nullable Object content, int start) throws DecodeException {
        var seconds = seconds(content, start);
        var whole = seconds.setScale(0, RoundingMode.FLOOR);
        var nanos = seconds.subtract(whole).movePointRight(NANO_DIGITS);
        try {
            return Instant.ofEpochSecond(whole.longValueExact(), nanos.longValueExact());
        } catch (DateTimeException | ArithmeticException e) {
            throw new DecodeException(Fault.LIMIT, "The payload has a time too far away", start);
        }
    }

    private static BigDecimal seconds(@Nullable Object content, int start) throws DecodeException {
        if (content instanceof Float number && Float.isFinite(number)) {
            return nanos(NumberOutput.toString(number, true));
        }
        if (content instanceof Double number && Double.isFinite(number)) {
            return nanos(NumberOutput.toString(number, true));
        }
        return whole(content, start);
    }

    private static BigDecimal whole(@Nullable Object content, int start) throws DecodeException {
        if (content instanceof Long number) {
            return BigDecimal.valueOf(number);
        }
        if (content instanceof BigInteger number) {
            return new BigDecimal(number);
        }
        throw wrong(start);
    }

    /** The nearest nanosecond of the shortest decimal number. */
    private static BigDecimal nanos(String seconds) {
        return new BigDecimal(seconds).setScale(NANO_DIGITS, RoundingMode.HALF_EVEN);
    }

    private static BigInteger magnitude(@Nullable Object content, int start) throws DecodeException {
        if (!(content instanceof byte[] bytes)) {
            throw wrong(start);
        }
        int zeros = 0;
        while (zeros < bytes.length && bytes[zeros] == 0) {
            zeros++;
        }
        int length = bytes.length - zeros;
        if (length > MAX_BITS / Byte.SIZE) {
            throw new DecodeException(
                    Fault.LIMIT, "The payload has a number of more than " + Document.MAX_DIGITS + " digits", start);
        }
        return new BigInteger(1, bytes, zeros, length);
    }

    /** The decimal fraction, or the bigfloat, that an exponent and a mantissa stand for. */
    static BigDecimal ofPair(int tag, @Nullable Object exponent, @Nullable Object mantissa, int start)
            throws DecodeException {
        int power = power(exponent, tag == DECIMAL_FRACTION ? MAX_DECIMAL_EXPONENT : MAX_BINARY_EXPONENT, start);
        var digits = whole(mantissa, start);
        if (tag == DECIMAL_FRACTION) {
            return digits.scaleByPowerOfTen(power);
        }
        // a half is 5 / 10: no division is needed
        return power < 0
                ? digits.multiply(FIVE.pow(-power)).scaleByPowerOfTen(power).stripTrailingZeros()
                : digits.multiply(TWO.pow(power));
    }

    private static int power(@Nullable Object exponent, int most, int start) throws DecodeException {
        if (!(exponent instanceof Long) && !(exponent instanceof BigInteger)) {
            throw wrong(start);
        }
        if (exponent instanceof Long power && power >= -most && power <= most) {
            return power.intValue();
        }
        throw new DecodeException(Fault.LIMIT, "The payload has a number with an exponent beyond " + most, start);
    }

    /** The number that 16 bits mean (IEEE 754 binary16). */
    static float half(int bits) {
        int exponent = (bits >> 10) & 0x1F;
        int fraction = bits & 0x3FF;
        float magnitude = switch (exponent) {
            case 0 -> fraction * 0x1p-24f;
            case 0x1F -> fraction == 0 ? Float.POSITIVE_INFINITY : Float.NaN;
            default -> Math.scalb(1 + fraction * 0x1p-10f, exponent - 15);
        };
        return bits >> 15 == 0 ? magnitude : -magnitude;
    }

    static DecodeException wrong(int position) {
        return new DecodeException(Fault.MALFORMED, "The payload is not valid CBOR", position);
    }
}
