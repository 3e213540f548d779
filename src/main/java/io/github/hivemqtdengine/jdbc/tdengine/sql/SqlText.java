// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.sql;

import io.github.hivemqtdengine.jdbc.dialect.UnicodeText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.LongStream;

/** Buffer for an SQL statement in UTF-8, reused for the next statement. For one thread. */
public final class SqlText {

    private static final int FIRST_CAPACITY = 64 * 1_024;
    private static final int MAX_DIGITS = 20;
    private static final int SCALE_DIGITS = 4;
    private static final int SCALE = 10_000;
    private static final double MAX_EXACT = 1L << 53;
    private static final long[] POWERS_OF_TEN =
            LongStream.iterate(1, power -> power * 10).limit(19).toArray();
    private static final byte[] SMALLEST_LONG = ascii(Long.toString(Long.MIN_VALUE));

    private byte[] bytes = new byte[FIRST_CAPACITY];
    private int length;

    public static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    public int length() {
        return length;
    }

    public boolean isEmpty() {
        return length == 0;
    }

    public void clear() {
        length = 0;
    }

    public SqlText append(char ascii) {
        reserve(1);
        bytes[length++] = (byte) ascii;
        return this;
    }

    public SqlText append(byte[] utf8) {
        reserve(utf8.length);
        System.arraycopy(utf8, 0, bytes, length, utf8.length);
        length += utf8.length;
        return this;
    }

    /** Appends text that consists of ASCII characters only, such as a number. */
    public SqlText appendAscii(String text) {
        reserve(text.length());
        for (int i = 0; i < text.length(); i++) {
            bytes[length++] = (byte) text.charAt(i);
        }
        return this;
    }

    public SqlText append(String text) {
        return append(text.getBytes(StandardCharsets.UTF_8));
    }

    public SqlText append(long number) {
        if (number == Long.MIN_VALUE) {
            return append(SMALLEST_LONG);
        }
        reserve(MAX_DIGITS);
        if (number < 0) {
            bytes[length++] = '-';
        }
        appendDigits(Math.abs(number));
        return this;
    }

    private void appendDigits(long number) {
        int end = length + digits(number);
        long rest = number;
        for (int at = end - 1; at >= length; at--) {
            long tens = rest / 10;
            bytes[at] = (byte) ('0' + (int) (rest - tens * 10));
            rest = tens;
        }
        length = end;
    }

    private static int digits(long number) {
        int digits = 1;
        while (digits < POWERS_OF_TEN.length && number >= POWERS_OF_TEN[digits]) {
            digits++;
        }
        return digits;
    }

    /** Appends a finite number in a form that parses to the same double. */
    public SqlText append(double number) {
        double scaled = Math.rint(number * SCALE);
        // the quotient of two exact numbers is rounded as a parser rounds the decimal fraction: the text parses to this
        // double
        boolean fewDecimals = Math.abs(scaled) < MAX_EXACT && scaled / SCALE == number && scaled != 0;
        return fewDecimals ? appendDecimals((long) scaled) : appendAscii(Double.toString(number));
    }

    /** Appends a number with few decimals, as sensors send them; much faster than formatting any double. */
    private SqlText appendDecimals(long scaled) {
        reserve(MAX_DIGITS + SCALE_DIGITS);
        if (scaled < 0) {
            bytes[length++] = '-';
        }
        long magnitude = Math.abs(scaled);
        appendDigits(magnitude / SCALE);
        bytes[length++] = '.';
        long rest = magnitude % SCALE;
        for (int digit = SCALE_DIGITS; digit > 0; digit--) {
            bytes[length + digit - 1] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += SCALE_DIGITS;
        return this;
    }

    /**
     * Appends the start of a string up to the first quote, backslash or character outside printable ASCII.
     *
     * @return number of characters appended
     */
    int appendPlain(String text) {
        reserve(text.length());
        int taken = 0;
        while (taken < text.length() && isPlain(text.charAt(taken))) {
            bytes[length + taken] = (byte) text.charAt(taken);
            taken++;
        }
        length += taken;
        return taken;
    }

    private static boolean isPlain(char c) {
        return c >= ' ' && c < 0x7F && c != '\'' && c != '\\';
    }

    /**
     * Appends one character of a string.
     *
     * @return number of chars read, 1 or 2
     * @throws IllegalArgumentException if half of a surrogate pair is missing
     */
    int appendCharacter(String text, int index) {
        char c = text.charAt(index);
        reserve(4);
        if (c < 0x80) {
            bytes[length++] = (byte) c;
            return 1;
        }
        if (c < 0x800) {
            bytes[length++] = (byte) (0xC0 | (c >> 6));
            bytes[length++] = continuation(c);
            return 1;
        }
        if (!Character.isSurrogate(c)) {
            bytes[length++] = (byte) (0xE0 | (c >> 12));
            bytes[length++] = continuation(c >> 6);
            bytes[length++] = continuation(c);
            return 1;
        }
        return appendPair(text.codePointAt(index));
    }

    private int appendPair(int codePoint) {
        UnicodeText.requirePair(codePoint);
        bytes[length++] = (byte) (0xF0 | (codePoint >> 18));
        bytes[length++] = continuation(codePoint >> 12);
        bytes[length++] = continuation(codePoint >> 6);
        bytes[length++] = continuation(codePoint);
        return 2;
    }

    private static byte continuation(int bits) {
        return (byte) (0x80 | (bits & 0x3F));
    }

    private void reserve(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }
}
