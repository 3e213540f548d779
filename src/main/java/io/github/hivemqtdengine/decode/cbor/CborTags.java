// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.cbor;

import com.fasterxml.jackson.core.io.NumberOutput;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.document.Document;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Interpretation of the CBOR tags for times and numbers. All other tags leave their content unchanged. */
final class CborTags {

    /** Placeholder for an item without a tag that is interpreted. */
    static final int NONE = -1;

    private static final int TIME_TEXT = 0;
    private static final int EPOCH = 1;
    private static final int POSITIVE = 2;
    private static final int NEGATIVE = 3;
    private static final int DECIMAL_FRACTION = 4;
    private static final int BIGFLOAT = 5;

    /** Highest tag that is interpreted; all tags from 0 to this one are. */
    static final int LAST = BIGFLOAT;

    private static final int NANO_DIGITS = 9;
    private static final double LEAST_SECONDS = 1e-10;
    private static final int MAX_DECIMAL_EXPONENT = 999_999;

    /** Limit close to the exponent range of a double; a greater exponent would produce too many decimal digits. */
    private static final int MAX_BINARY_EXPONENT = 1_100;

    /** Exponent up to which a bigfloat costs no more than other values of its bytes. */
    private static final int CHEAP_EXPONENT = 128;

    /** Limit on the more expensive bigfloats of a payload. */
    static final int MAX_EXPENSIVE = 1_000;

    /** Size in bits of a number of 1,000 digits, the limit that also applies to JSON. */
    private static final int MAX_BITS = 3_322;

    private static final BigDecimal[] POWERS_OF_FIVE = new BigDecimal[MAX_BINARY_EXPONENT + 1];

    static {
        Arrays.setAll(POWERS_OF_FIVE, BigDecimal.valueOf(5)::pow);
    }

    private CborTags() {}

    /** Returns whether the content of a tag is an exponent and a mantissa. */
    static boolean isOfPair(int tag) {
        return tag == DECIMAL_FRACTION || tag == BIGFLOAT;
    }

    /** @param start position of the tags */
    static @Nullable Object value(int tag, @Nullable Object content, int start) throws DecodeException {
        return switch (tag) {
            case NONE -> content;
            case TIME_TEXT -> time(content, start);
            case EPOCH -> epoch(content, start);
            case POSITIVE -> magnitude(content, start);
            case NEGATIVE -> magnitude(content, start).not();
            default -> throw wrong(start);
        };
    }

    private static Instant time(@Nullable Object content, int start) throws DecodeException {
        try {
            if (content instanceof String text) {
                return OffsetDateTime.parse(text).toInstant();
            }
        } catch (DateTimeException e) {
            // rejected below
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

    /** Returns seconds; a float is its shortest decimal representation, rounded to nanoseconds. */
    private static BigDecimal seconds(@Nullable Object content, int start) throws DecodeException {
        if ((content instanceof Float || content instanceof Double)
                && Double.isFinite(((Number) content).doubleValue())) {
            if (Math.abs(((Number) content).doubleValue()) < LEAST_SECONDS) {
                return BigDecimal.ZERO; // without rounding hundreds of digits
            }
            var shortest = content instanceof Float number
                    ? NumberOutput.toString(number, true)
                    : NumberOutput.toString((double) content, true);
            return new BigDecimal(shortest).setScale(NANO_DIGITS, RoundingMode.HALF_EVEN);
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

    private static BigInteger magnitude(@Nullable Object content, int start) throws DecodeException {
        if (!(content instanceof byte[] bytes)) {
            throw wrong(start);
        }
        var magnitude = new BigInteger(1, bytes);
        if (magnitude.bitLength() > MAX_BITS) {
            throw new DecodeException(
                    Fault.LIMIT, "The payload has a number of more than " + Document.MAX_DIGITS + " digits", start);
        }
        return magnitude;
    }

    /** Returns the value of a decimal fraction or a bigfloat. */
    static BigDecimal ofPair(int tag, @Nullable Object exponent, @Nullable Object mantissa, int start)
            throws DecodeException {
        int power = power(exponent, tag == DECIMAL_FRACTION ? MAX_DECIMAL_EXPONENT : MAX_BINARY_EXPONENT, start);
        var digits = whole(mantissa, start);
        return tag == DECIMAL_FRACTION ? digits.scaleByPowerOfTen(power) : bigfloat(digits.unscaledValue(), power);
    }

    private static BigDecimal bigfloat(BigInteger digits, int power) {
        if (digits.signum() == 0) {
            return BigDecimal.ZERO;
        }
        int twos = power < 0 ? Math.min(-power, Math.max(digits.getLowestSetBit(), 0)) : 0;
        var odd = digits.shiftRight(twos);
        int rest = power + twos;
        // a half is 5 / 10: no division is needed
        return rest < 0
                ? new BigDecimal(odd).multiply(POWERS_OF_FIVE[-rest]).scaleByPowerOfTen(rest)
                : new BigDecimal(odd.shiftLeft(rest));
    }

    /** Returns whether a number is a bigfloat that may have many more digits than its bytes suggest. */
    static boolean isExpensive(int tag, @Nullable Object exponent) {
        return tag == BIGFLOAT && exponent instanceof Number power && Math.abs(power.intValue()) > CHEAP_EXPONENT;
    }

    private static int power(@Nullable Object exponent, int most, int start) throws DecodeException {
        var power = whole(exponent, start);
        if (power.abs().compareTo(BigDecimal.valueOf(most)) <= 0) {
            return power.intValue();
        }
        throw new DecodeException(Fault.LIMIT, "The payload has a number with an exponent beyond " + most, start);
    }

    static DecodeException wrong(int position) {
        return new DecodeException(Fault.MALFORMED, "The payload is not valid CBOR", position);
    }
}
