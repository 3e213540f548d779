// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The random values of one seed. Edge cases (bounds, zero, empty, characters that formats escape) come far more often than
 * chance would have them.
 */
public final class RandomValues {

    private static final long[] LONGS = {
        0,
        1,
        -1,
        Byte.MAX_VALUE,
        Byte.MIN_VALUE,
        Short.MAX_VALUE,
        Short.MIN_VALUE,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        0xFFFF_FFFFL,
        1L << 53,
        (1L << 53) + 1,
        Long.MAX_VALUE - 1,
        Long.MIN_VALUE + 1,
        Long.MAX_VALUE,
        Long.MIN_VALUE
    };
    private static final int[] INTS = {
        0, 1, -1, 127, -128, 128, 255, 256, 0x7FFF, 0xFFFF, Integer.MAX_VALUE - 1, Integer.MAX_VALUE, Integer.MIN_VALUE
    };
    private static final double[] DOUBLES = {
        0.0,
        -0.0,
        1,
        -1,
        0.01,
        0.1,
        1e-3,
        1e7,
        -0x1p53,
        0x1p53 + 2,
        0x1p63,
        Double.MIN_VALUE,
        -Double.MIN_VALUE,
        Double.MIN_NORMAL,
        Double.MAX_VALUE,
        -Double.MAX_VALUE
    };
    private static final float[] FLOATS = {
        0f,
        -0f,
        1f,
        -1f,
        0.1f,
        0x1p24f,
        Float.MIN_VALUE,
        -Float.MIN_VALUE,
        Float.MIN_NORMAL,
        Float.MAX_VALUE,
        -Float.MAX_VALUE
    };
    private static final byte[] BYTES = {0, 1, 0x7F, (byte) 0x80, (byte) 0xFF, '\n', '"', '{'};

    /** Characters that end, escape or normalise something somewhere, each valid in UTF-8. */
    private static final List<String> HOSTILE = List.of(
            "\0",
            "\n",
            "\r",
            "\t",
            "\u007F",
            "\u0085",
            "'",
            "\"",
            "`",
            "\\",
            ";",
            "--",
            ".",
            "/",
            "+",
            "#",
            "$",
            "%",
            " ",
            "ü",
            "u\u0308",
            "漢",
            "\u2028",
            "\u202E",
            "\uFEFF",
            "\uFFFD",
            "\uFFFF",
            "\uD7FF",
            "\uE000",
            "😀",
            "\uDBFF\uDFFF");

    private static final List<String> HALVES = List.of("\uD800", "\uD83D", "\uDBFF", "\uDC00", "\uDE00", "\uDFFF");

    private final long seed;
    private final SplittableRandom random;

    public RandomValues(long seed) {
        this.seed = seed;
        this.random = new SplittableRandom(seed);
    }

    public boolean anyBoolean() {
        return random.nextBoolean();
    }

    /** Returns true with this probability. */
    public boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    /** Returns 0 to {@code bound - 1}, each as often as the others. */
    public int below(int bound) {
        return random.nextInt(bound);
    }

    /** Returns a number from {@code min} to {@code max}, both included. */
    public int between(int min, int max) {
        return (int) between((long) min, (long) max);
    }

    /** Returns a number from {@code min} to {@code max}, both included. */
    public long between(long min, long max) {
        return switch (random.nextInt(12)) {
            case 0 -> min;
            case 1 -> max;
            case 2 -> min < max ? min + 1 : min;
            case 3 -> min < max ? max - 1 : max;
            case 4 -> Math.min(max, Math.max(min, 0));
            default -> random.nextLong(min, max + 1);
        };
    }

    public long anyLong() {
        return switch (random.nextInt(4)) {
            case 0 -> LONGS[random.nextInt(LONGS.length)];
            case 1 -> random.nextLong();
            default -> random.nextLong() >> random.nextInt(Long.SIZE); // as many small ones as large ones
        };
    }

    public int anyInt() {
        return switch (random.nextInt(4)) {
            case 0 -> INTS[random.nextInt(INTS.length)];
            case 1 -> random.nextInt();
            default -> random.nextInt() >> random.nextInt(Integer.SIZE);
        };
    }

    /** Returns a finite number: an edge case, one of few decimals or one of any bits. */
    public double anyDouble() {
        return switch (random.nextInt(4)) {
            case 0 -> DOUBLES[random.nextInt(DOUBLES.length)];
            case 1 -> anyLong() / Math.pow(10, random.nextInt(20));
            default -> finite(Double.longBitsToDouble(random.nextLong()));
        };
    }

    private static double finite(double number) {
        return Double.isFinite(number) ? number : 0;
    }

    /** Returns a finite number: an edge case, one of few decimals or one of any bits. */
    public float anyFloat() {
        return switch (random.nextInt(4)) {
            case 0 -> FLOATS[random.nextInt(FLOATS.length)];
            case 1 -> (float) (anyInt() / Math.pow(10, random.nextInt(10)));
            default -> (float) finite(Float.intBitsToFloat(random.nextInt()));
        };
    }

    /** Returns a number of at most {@code bits} bits, often next to a power of two. */
    public BigInteger anyBigInteger(int bits) {
        int size = random.nextInt(bits);
        var number = anyBoolean()
                ? BigInteger.ONE.shiftLeft(size).subtract(BigInteger.valueOf(random.nextInt(-1, 2)))
                : new BigInteger(size, randomBits());
        return anyBoolean() ? number : number.negate();
    }

    private Random randomBits() {
        return new Random(random.nextLong());
    }

    public BigDecimal anyBigDecimal(int bits, int minScale, int maxScale) {
        return new BigDecimal(anyBigInteger(bits), between(minScale, maxScale));
    }

    /** Returns a time of the years 1 to 9999. */
    public Instant anyTime() {
        return Instant.ofEpochSecond(between(-62_135_596_800L, 253_402_300_799L), between(0, 999_999_999));
    }

    /** Returns at most {@code max} bytes. */
    public byte[] bytes(int max) {
        var bytes = new byte[size(0, max)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = random.nextInt(4) == 0 ? BYTES[random.nextInt(BYTES.length)] : (byte) random.nextInt();
        }
        return bytes;
    }

    /** Returns a string of at most {@code max} UTF-16 characters, which may contain lone surrogates. */
    public String text(int max) {
        return text(max, anyBoolean());
    }

    /** Returns a string of at most {@code max} UTF-16 characters without lone surrogates. */
    public String unicode(int max) {
        return text(max, false);
    }

    private String text(int max, boolean isBroken) {
        int length = size(0, max);
        int hostile = oneOf(0, 20, 100);
        var text = new StringBuilder();
        while (text.length() < length) {
            var next = isBroken && chance(20) ? oneOf(HALVES) : chance(hostile) ? oneOf(HOSTILE) : character();
            text.append(text.length() + next.length() > length ? "x" : next);
        }
        return text.toString();
    }

    private String character() {
        return switch (random.nextInt(4)) {
            case 0 -> Character.toString(random.nextInt(Character.MIN_SURROGATE));
            case 1 -> Character.toString(random.nextInt(Character.MAX_SURROGATE + 1, Character.MAX_CODE_POINT + 1));
            default -> Character.toString(random.nextInt(0x80));
        };
    }

    @SafeVarargs
    public final <T extends @Nullable Object> T oneOf(T... values) {
        return values[random.nextInt(values.length)];
    }

    public <T extends @Nullable Object> T oneOf(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    public <T extends @Nullable Object> List<T> list(int minSize, int maxSize, Supplier<? extends T> element) {
        var list = new ArrayList<T>();
        for (int left = size(minSize, maxSize); left > 0; left--) {
            list.add(element.get());
        }
        return list;
    }

    /** Returns a size, of which every second one is small. */
    private int size(int min, int max) {
        return between(min, anyBoolean() ? max : Math.min(max, min + 5));
    }

    /** The seed, which names a try. */
    @Override
    public String toString() {
        return "seed " + seed;
    }
}
