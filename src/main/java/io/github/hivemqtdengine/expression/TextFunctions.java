// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.expression;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.expression.FunctionType.Arguments;
import io.github.hivemqtdengine.expression.FunctionType.StrictCall;
import io.github.hivemqtdengine.message.Sha256;
import io.github.hivemqtdengine.message.TextBytes;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** String functions; other values are converted to text first. Positions are in characters, from 1, as in SQL. */
final class TextFunctions {

    private static final int LONGEST = 65_535;

    /** Limit on pattern length: RE2 parses nested groups recursively, and memory is quadratic in character classes. */
    private static final int LONGEST_PATTERN = 1_000;

    /** Limit on expanded pattern parts: RE2 expands repetitions, with some hundred bytes per part. */
    private static final int LARGEST_PATTERN = 100_000;

    private static final int MAX_PARTS = 1_000;
    private static final int BYTES_OF_HASH = 8;

    private TextFunctions() {}

    static List<FunctionType> all() {
        return List.of(
                new FunctionType("lower", 1, 1, ofText(text -> text.toLowerCase(Locale.ROOT))),
                new FunctionType("upper", 1, 1, ofText(text -> text.toUpperCase(Locale.ROOT))),
                new FunctionType("trim", 1, 1, ofText(String::strip)),
                new FunctionType("text", 1, 1, ofText(text -> text)),
                new FunctionType("length", 1, 1, ofText(text -> (long) text.codePointCount(0, text.length()))),
                new FunctionType("concat", 1, FunctionType.ANY, StrictCall.maker(TextFunctions::concat)),
                new FunctionType("hash", 1, FunctionType.ANY, StrictCall.maker(TextFunctions::hash)),
                new FunctionType(
                        "hex",
                        1,
                        1,
                        StrictCall.maker(values -> bytes(values[0], "hexadecimal", TextFunctions::hexadecimal))),
                new FunctionType(
                        "base64", 1, 1, StrictCall.maker(values -> bytes(values[0], "Base64", TextFunctions::base64))),
                new FunctionType("contains", 2, 2, ofTexts(String::contains)),
                new FunctionType("starts-with", 2, 2, ofTexts(String::startsWith)),
                new FunctionType("ends-with", 2, 2, ofTexts(String::endsWith)),
                new FunctionType("replace", 3, 3, TextFunctions::replace),
                new FunctionType("substring", 2, 3, TextFunctions::substring),
                new FunctionType("split", 3, 3, TextFunctions::split),
                new FunctionType("matches", 2, 2, TextFunctions::matches),
                new FunctionType("regex", 2, 3, TextFunctions::regex));
    }

    @FunctionalInterface
    private interface OfText {
        Object of(String text);
    }

    @FunctionalInterface
    private interface OfTexts {
        boolean of(String text, String part);
    }

    private static FunctionType.Maker ofText(OfText function) {
        return StrictCall.maker(values -> function.of(ValueText.of(values[0])));
    }

    private static FunctionType.Maker ofTexts(OfTexts function) {
        return StrictCall.maker(values -> function.of(ValueText.of(values[0]), ValueText.of(values[1])));
    }

    static Object concat(Object[] values) {
        var text = new StringBuilder();
        for (var value : values) {
            text.append(ValueText.of(value));
        }
        return text.toString();
    }

    /** Returns 16 hexadecimal digits: the first 64 bits of SHA-256 over the strings in UTF-8, each after its length. */
    private static Object hash(Object[] values) throws ConversionException {
        var digest = Sha256.newDigest();
        for (var value : values) {
            var text = ValueText.of(value);
            if (TextBytes.isUnstorable(text)) { // UTF-8 would encode all unpaired surrogates alike
                throw ConversionException.of(value, "has U+0000 or half a surrogate pair");
            }
            var bytes = text.getBytes(StandardCharsets.UTF_8);
            digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
            digest.update(bytes);
        }
        return HexFormat.of().formatHex(digest.digest(), 0, BYTES_OF_HASH);
    }

    /** Returns the bytes that a text stands for; bytes stay as they are. */
    private static Object bytes(Object value, String encoding, Function<String, byte[]> reader)
            throws ConversionException {
        if (value instanceof byte[]) {
            return value;
        }
        if (!(value instanceof String text)) { // 1234 is base64, too, and so is true
            throw ConversionException.of(value, "is not text; if it is " + encoding + ", convert it with text(...)");
        }
        try {
            return reader.apply(text.strip());
        } catch (IllegalArgumentException e) { // quotes the whole text
            throw ConversionException.of(value, "is not " + encoding);
        }
    }

    /** Reads two digits for each byte, also after {@code 0x}. */
    private static byte[] hexadecimal(String text) {
        return HexFormat.of().parseHex(text, text.startsWith("0x") || text.startsWith("0X") ? 2 : 0, text.length());
    }

    /** Reads the alphabets of RFC 4648 and its URLs, with or without padding. */
    private static byte[] base64(String text) {
        return Base64.getDecoder().decode(text.replace('-', '+').replace('_', '/'));
    }

    private static ValueSource replace(Arguments arguments) {
        var from = notEmpty(arguments, 1);
        var to = arguments.text(2);
        return StrictCall.ofFirst(arguments, values -> ValueText.of(values[0]).replace(from, to));
    }

    private static String notEmpty(Arguments arguments, int index) {
        var text = arguments.text(index);
        if (text.isEmpty()) {
            throw new IllegalArgumentException("needs a text that is not empty as its argument number " + (index + 1));
        }
        return text;
    }

    /** Counts a negative position from the end; the result is empty beyond the end. */
    private static ValueSource substring(Arguments arguments) {
        int from = arguments.number(1, -LONGEST, LONGEST);
        int length = arguments.count() == 2 ? LONGEST : arguments.number(2, 0, LONGEST);
        if (from == 0) {
            throw new IllegalArgumentException("counts characters from 1, or from the end with numbers below 0");
        }
        return StrictCall.ofFirst(arguments, values -> substring(ValueText.of(values[0]), from, length));
    }

    private static String substring(String text, int from, int length) {
        int characters = text.codePointCount(0, text.length());
        int first = Math.min(characters, from > 0 ? from - 1 : Math.max(0, characters + from));
        int begin = text.offsetByCodePoints(0, first);
        return text.substring(begin, text.offsetByCodePoints(begin, Math.min(length, characters - first)));
    }

    /** Counts a negative number from the end; the result is missing if the part does not exist. */
    private static ValueSource split(Arguments arguments) {
        var separator = notEmpty(arguments, 1);
        int number = arguments.number(2, -MAX_PARTS, MAX_PARTS);
        if (number == 0) {
            throw new IllegalArgumentException("counts parts from 1, or from the end with numbers below 0");
        }
        return StrictCall.ofFirst(
                arguments,
                values -> number > 0
                        ? partFromStart(ValueText.of(values[0]), separator, number)
                        : partFromEnd(ValueText.of(values[0]), separator, -number));
    }

    private static Object partFromStart(String text, String separator, int number) {
        int begin = 0;
        for (int i = 1; i < number; i++) {
            int at = text.indexOf(separator, begin);
            if (at < 0) {
                return Decoder.MISSING;
            }
            begin = at + separator.length();
        }
        int end = text.indexOf(separator, begin);
        return text.substring(begin, end < 0 ? text.length() : end);
    }

    private static Object partFromEnd(String text, String separator, int number) {
        int end = text.length();
        for (int i = 1; i < number; i++) {
            int at = text.lastIndexOf(separator, end - separator.length());
            if (at < 0) {
                return Decoder.MISSING;
            }
            end = at;
        }
        int begin = end < separator.length() ? -1 : text.lastIndexOf(separator, end - separator.length());
        return text.substring(begin < 0 ? 0 : begin + separator.length(), end);
    }

    private static ValueSource matches(Arguments arguments) {
        var pattern = pattern(arguments.text(1));
        return StrictCall.ofFirst(arguments, values -> pattern.matches(ValueText.of(values[0])));
    }

    /** Returns the first group of the first match, or the group with the given number; missing without a match. */
    private static ValueSource regex(Arguments arguments) {
        var pattern = pattern(arguments.text(1));
        int first = Math.min(1, pattern.groupCount());
        int group = arguments.count() == 2 ? first : arguments.number(2, 0, pattern.groupCount());
        return StrictCall.ofFirst(arguments, values -> {
            Matcher matcher = pattern.matcher(ValueText.of(values[0]));
            var found = matcher.find() ? matcher.group(group) : null;
            return found == null ? Decoder.MISSING : found;
        });
    }

    /** Compiles with RE2, which takes linear time, so that no payload can block a thread. */
    private static Pattern pattern(String text) {
        if (text.length() > LONGEST_PATTERN) {
            throw new IllegalArgumentException("has a pattern of more than " + LONGEST_PATTERN + " characters");
        }
        if (PatternSize.of(text) > LARGEST_PATTERN) {
            throw new IllegalArgumentException("has a pattern that has more than " + LARGEST_PATTERN
                    + " parts when its repetitions are written out");
        }
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("has a pattern that can't be read: " + e.getMessage(), e);
        }
    }
}
