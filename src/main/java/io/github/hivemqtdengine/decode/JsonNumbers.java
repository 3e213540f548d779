package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/** Numbers of JSON (RFC 8259, section 6). They keep every digit. */
final class JsonNumbers {

    /** So many digits fit into 64 bits without a sign. */
    private static final int MAX_LONG_DIGITS = 19;

    /** With so many digits of an exponent, a {@link BigDecimal} has a scale for all that is in front of it. */
    private static final int EXPONENT_DIGITS = 9;

    private static final String TOO_LONG = "of more than " + Document.MAX_DIGITS + " digits";

    /** What a number without a fraction and an exponent says instead of its scale. */
    private static final int WHOLE = 0;

    private static final int WITH_EXPONENT = -1;

    private JsonNumbers() {}

    /** The number that the input is at, which it passes. */
    static Object read(JsonInput input) throws DecodeException {
        int from = input.position();
        int scale = pass(input);
        int to = input.position();
        boolean isNegative = input.payload()[from] == '-';
        int first = isNegative ? from + 1 : from;
        if (scale >= 0 && to - first <= MAX_LONG_DIGITS) {
            long digits = digits(input.payload(), first, to);
            if (digits >= 0) {
                long signed = isNegative ? -digits : digits;
                return scale == WHOLE ? (Object) signed : BigDecimal.valueOf(signed, scale);
            }
        }
        var text = new String(input.payload(), from, to - from, StandardCharsets.ISO_8859_1);
        if (scale == WHOLE) {
            var number = new BigInteger(text);
            return number.bitLength() < Long.SIZE ? (Object) number.longValue() : number;
        }
        return new BigDecimal(text);
    }

    /**
     * Passes the number that the input is at.
     *
     * @return how many digits are behind its point: {@link #WHOLE} or more, or {@link #WITH_EXPONENT}
     */
    static int pass(JsonInput input) throws DecodeException {
        int from = input.position();
        if (input.peek() == '-') {
            input.pass();
        }
        if (input.peek() == '0') {
            input.pass();
        } else {
            passDigits(input);
        }
        int scale = WHOLE;
        if (input.peek() == '.') {
            input.pass();
            scale = passDigits(input);
        }
        if (input.peek() == 'e' || input.peek() == 'E') {
            input.pass();
            if (input.peek() == '+' || input.peek() == '-') {
                input.pass();
            }
            require(passDigits(input) <= EXPONENT_DIGITS, "with an exponent of too many digits", input, from);
            scale = WITH_EXPONENT;
        }
        require(input.position() - from <= Document.MAX_DIGITS, TOO_LONG, input, from);
        return scale;
    }

    private static void require(boolean isInLimits, String limit, JsonInput input, int from) throws DecodeException {
        if (!isInLimits) {
            input.goTo(from);
            throw input.failure(Fault.LIMIT, "The payload has a number " + limit);
        }
    }

    /** Passes at least one digit, and says how many. */
    private static int passDigits(JsonInput input) throws DecodeException {
        var payload = input.payload();
        int from = input.position();
        int at = from;
        while (at < input.end() && payload[at] >= '0' && payload[at] <= '9') {
            at++;
        }
        input.goTo(at);
        if (at == from) {
            throw input.invalid();
        }
        return at - from;
    }

    /** The value of all digits, wherever a point is between them, in 64 bits without a sign. */
    private static long digits(byte[] payload, int from, int to) {
        long value = 0;
        for (int i = from; i < to; i++) {
            if (payload[i] != '.') {
                value = value * 10 + payload[i] - '0';
            }
        }
        return value;
    }
}
