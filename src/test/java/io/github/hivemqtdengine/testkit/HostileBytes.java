// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Bytes that were good and then changed: flipped, cut, doubled, with lengths that claim too much, with text that is not UTF-8,
 * with names, numbers, nesting and lists that are very long.
 */
public final class HostileBytes {

    private static final byte[] CLAIMS = {0, 1, 0x7F, (byte) 0x80, (byte) 0xFF, (byte) 0xFE, '"', '[', '{'};

    /** Byte sequences inserted between the bytes of a sample. */
    private static final List<byte[]> PIECES = Stream.concat(
                    Stream.of(
                                    "ffffffff", // lengths
                                    "7fffffff",
                                    "ffffff7f",
                                    "80000000",
                                    "7fffffffffffffff",
                                    "ffffffffffffffff",
                                    "ffffffffffffffffff01", // varints
                                    "ffffffff0f",
                                    "8080808008",
                                    "9bffffffffffffffff", // heads of CBOR
                                    "bb7fffffffffffffff",
                                    "5f",
                                    "9f",
                                    "ff",
                                    "c4821a7fffffff01", // a decimal fraction with a huge exponent
                                    "c482 3a7fffffff 01".replace(" ", ""),
                                    "c25affffffff",
                                    "ddffffffff", // heads of MessagePack
                                    "dfffffffff",
                                    "dbffffffff",
                                    "c6ffffffff",
                                    "c9ffffffffff",
                                    "c080", // text that is not UTF-8
                                    "eda080",
                                    "edb080",
                                    "f4908080",
                                    "f8888080",
                                    "e282",
                                    "efbbbf",
                                    "fffe",
                                    "00")
                            .map(HexFormat.of()::parseHex),
                    Stream.of(
                                    "1e999999999",
                                    "-1e-999999999",
                                    "1E9999999999",
                                    "-0.0",
                                    "9".repeat(40),
                                    "\\ud800",
                                    "\\udc00\\ud800",
                                    "\\u0000",
                                    "null",
                                    "NaN",
                                    "\"a\":",
                                    "\"a\":1,\"a\":2,",
                                    "{}",
                                    "[]",
                                    ",",
                                    "\"",
                                    "\"\"",
                                    "\n",
                                    "\r\n",
                                    "\u2028",
                                    "e\u0301",
                                    "😀",
                                    "${",
                                    "}",
                                    "'",
                                    "<!--",
                                    "]]>",
                                    "<![CDATA[",
                                    "&lt;",
                                    "&x;",
                                    "&#x0;",
                                    "&#55296;",
                                    "<!DOCTYPE a [<!ENTITY x \"xxxxxxxxxx\"><!ENTITY y \"&x;&x;&x;\">]>",
                                    "<?xml version=\"1.1\"?>")
                            .map(HostileBytes::utf8))
            .toList();

    /** Units repeated many times, also nested. */
    private static final List<byte[]> UNITS = Stream.of(
                    "[",
                    "{\"a\":",
                    "[[],",
                    "{},",
                    "0,",
                    "1\n",
                    "\"\",",
                    "\"a\":1,",
                    "x",
                    "é",
                    "(",
                    "-",
                    "not ",
                    "a.",
                    "/",
                    "../",
                    "${",
                    "\"",
                    "''",
                    "<a>",
                    "\u0081",
                    "\u0091",
                    "\u009f",
                    "\0",
                    "\n")
            .map(HostileBytes::unit)
            .toList();

    private static final int LONGEST = 64 << 10;

    private final List<byte[]> samples;

    /** @param samples good inputs, none larger than some KiB */
    public HostileBytes(List<byte[]> samples) {
        this.samples = List.copyOf(samples);
    }

    public static HostileBytes ofTexts(List<String> samples) {
        return new HostileBytes(samples.stream().map(HostileBytes::utf8).toList());
    }

    /** Another input; most are small, and none is larger than some 100 KiB. */
    public byte[] next(SplittableRandom random) {
        var input = samples.get(random.nextInt(samples.size())).clone();
        for (int left = random.nextInt(4); left >= 0 && input.length > 0; left--) {
            input = changed(input, random);
        }
        return input;
    }

    /** Another input as a string; invalid UTF-8 is replaced. */
    public String nextText(SplittableRandom random) {
        var text = new String(next(random), StandardCharsets.UTF_8);
        return random.nextInt(20) == 0 ? text.replace('\uFFFD', '\uD800') : text;
    }

    private byte[] changed(byte[] input, SplittableRandom random) {
        int at = random.nextInt(input.length);
        return switch (random.nextInt(11)) {
            case 0 -> with(input, at, (byte) (input[at] ^ 1 << random.nextInt(Byte.SIZE)));
            case 1 -> with(input, at, CLAIMS[random.nextInt(CLAIMS.length)]);
            case 2 -> random.nextInt(3) == 0 ? Arrays.copyOf(input, at) : input;
            case 3 -> spliced(input, at, random.nextInt(at + 1));
            case 4 -> spliced(input, at, Math.min(input.length, at + 1 + random.nextInt(8)));
            case 5 -> with(input, at, (byte) random.nextInt());
            case 6 -> replaced(input, at, at, PIECES.get(random.nextInt(PIECES.size())));
            case 7 -> {
                var piece = PIECES.get(random.nextInt(PIECES.size()));
                yield replaced(input, at, Math.min(input.length, at + piece.length), piece);
            }
            case 8 -> joined(input, at, random);
            case 9 ->
                random.nextInt(20) == 0 ? stretched(input, at, UNITS.get(random.nextInt(UNITS.size())), random) : input;
            default -> random.nextInt(20) == 0 ? stretched(input, at, slice(input, at, random), random) : input;
        };
    }

    /** The beginning of an input and the end of another sample. */
    private byte[] joined(byte[] input, int at, SplittableRandom random) {
        var other = samples.get(random.nextInt(samples.size()));
        int from = random.nextInt(other.length + 1);
        return replaced(input, at, input.length, Arrays.copyOfRange(other, from, other.length));
    }

    private static byte[] slice(byte[] input, int at, SplittableRandom random) {
        return Arrays.copyOfRange(input, at, Math.min(input.length, at + 1 + random.nextInt(40)));
    }

    /** The same with something many times in it. */
    private static byte[] stretched(byte[] input, int at, byte[] unit, SplittableRandom random) {
        int times = 1 + random.nextInt(1 << (1 + random.nextInt(15)));
        var many = new byte[Math.min(times, LONGEST / unit.length) * unit.length];
        for (int to = 0; to < many.length; to += unit.length) {
            System.arraycopy(unit, 0, many, to, unit.length);
        }
        return input.length > LONGEST ? input : replaced(input, at, at, many);
    }

    private static byte[] with(byte[] input, int at, byte value) {
        input[at] = value;
        return input;
    }

    /** The beginning, and then a part again, or a later one. */
    private static byte[] spliced(byte[] input, int to, int from) {
        return input.length > LONGEST
                ? input
                : replaced(input, to, input.length, Arrays.copyOfRange(input, from, input.length));
    }

    private static byte[] replaced(byte[] input, int from, int to, byte[] piece) {
        var replaced = Arrays.copyOf(input, input.length - (to - from) + piece.length);
        System.arraycopy(piece, 0, replaced, from, piece.length);
        System.arraycopy(input, to, replaced, from + piece.length, input.length - to);
        return replaced;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Characters up to U+00FF that are not ASCII are bytes, such as the head of a list in CBOR. */
    private static byte[] unit(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
