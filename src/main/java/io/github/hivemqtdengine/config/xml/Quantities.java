package io.github.hivemqtdengine.config.xml;

import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Parser of numbers, with and without a unit, within a range. */
public final class Quantities {

    private static final Pattern NUMBER = Pattern.compile("(\\d{1,9})()");
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9}) ?(ms|s|min|h|d)");
    private static final Pattern SIZE = Pattern.compile("(\\d{1,9}) ?(B|KiB|MiB|GiB)");

    private static final Map<String, Long> FACTORS = Map.of(
            "",
            1L,
            "ms",
            1L,
            "s",
            1_000L,
            "min",
            60_000L,
            "h",
            3_600_000L,
            "d",
            86_400_000L,
            "B",
            1L,
            "KiB",
            1L << 10,
            "MiB",
            1L << 20,
            "GiB",
            1L << 30);

    private Quantities() {}

    /** Returns a parser of a whole number within a range. */
    public static Function<String, Integer> wholeNumber(int least, int most) {
        return text -> Math.toIntExact(
                within(text, NUMBER, "is not a whole number", String.valueOf(least), String.valueOf(most)));
    }

    /** Returns a parser of a duration within a range, whose ends are written as in the file. */
    public static Function<String, Duration> duration(String least, String most) {
        return text -> Duration.ofMillis(within(
                text, DURATION, "is not a duration; write it like 20 ms, 30 s, 5 min, 1 h or 30 d", least, most));
    }

    /** Returns a parser of a number of bytes within a range, whose ends are written as in the file. */
    public static Function<String, Long> size(String least, String most) {
        return text -> within(text, SIZE, "is not a size; write it like 512 B, 512 KiB, 64 MiB or 4 GiB", least, most);
    }

    private static long within(String text, Pattern syntax, String otherwise, String least, String most) {
        long amount = amount(text.strip(), syntax, otherwise);
        if (amount < amount(least, syntax, otherwise) || amount > amount(most, syntax, otherwise)) {
            throw new IllegalArgumentException("is outside " + least + " to " + most);
        }
        return amount;
    }

    private static long amount(String text, Pattern syntax, String otherwise) {
        var matcher = syntax.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(otherwise);
        }
        return amount(matcher);
    }

    private static long amount(MatchResult quantity) {
        return Long.parseLong(quantity.group(1)) * FACTORS.getOrDefault(quantity.group(2), 1L);
    }
}
