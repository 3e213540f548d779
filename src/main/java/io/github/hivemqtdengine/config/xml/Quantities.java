// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.xml;

import io.github.hivemqtdengine.config.xml.Form.Doc;
import io.github.hivemqtdengine.config.xml.Form.Facet;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Forms of numbers, with and without a unit, within a range. */
public final class Quantities {

    private static final Pattern NUMBER = Pattern.compile("(\\d{1,9})()");
    private static final Pattern RATE = Pattern.compile("\\d{1,7}(?:\\.\\d{1,3})?");
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9}) ?(ms|s|min|h|d)");
    private static final Pattern SIZE = Pattern.compile("(\\d{1,9}) ?(B|KiB|MiB|GiB)");

    private static final String NO_DURATION = "is not a duration; write it like 20 ms, 30 s, 5 min, 1 h or 30 d";
    private static final String NO_SIZE = "is not a size; write it like 512 B, 512 KiB, 64 MiB or 4 GiB";

    private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,15}(?:\\.[0-9]{1,15})?");

    /** Form of a number above 0, with digits only. */
    public static final Form<Double> DIFFERENCE = new Form<>(
            "number",
            Quantities::difference,
            String::valueOf,
            "xs:decimal",
            List.of(new Facet("minExclusive", "0")),
            new Doc("number above 0", "大于 0 的数"));

    private Quantities() {}

    private static double difference(String text) {
        var digits = text.strip();
        if (!DECIMAL.matcher(digits).matches() || Double.parseDouble(digits) <= 0) {
            throw new IllegalArgumentException("is not a difference; write a number above 0, like 0.5");
        }
        return Double.parseDouble(digits);
    }

    /** Returns the form of a whole number within a range. */
    public static Form<Integer> wholeNumber(int least, int most) {
        var from = String.valueOf(least);
        var to = String.valueOf(most);
        return new Form<>(
                "number",
                text -> Math.toIntExact(within(text, NUMBER, "is not a whole number", from, to)),
                String::valueOf,
                "xs:integer",
                List.of(new Facet("minInclusive", from), new Facet("maxInclusive", to)),
                range(
                        "number",
                        "数字",
                        String.format(Locale.ROOT, "%,d", least),
                        String.format(Locale.ROOT, "%,d", most)));
    }

    /** Returns the form of a duration within a range, whose ends are written as in the file. */
    public static Form<Duration> duration(String least, String most) {
        return new Form<>(
                "duration",
                text -> Duration.ofMillis(within(text, DURATION, NO_DURATION, least, most)),
                Quantities::text,
                "xs:token",
                List.of(new Facet("pattern", DURATION.pattern().replace("\\d", "[0-9]"))),
                range("duration", "时长", least, most));
    }

    /** Returns the form of a number of bytes within a range, whose ends are written as in the file. */
    public static Form<Long> size(String least, String most) {
        return new Form<>(
                "size",
                text -> within(text, SIZE, NO_SIZE, least, most),
                Quantities::text,
                "xs:token",
                List.of(new Facet("pattern", SIZE.pattern().replace("\\d", "[0-9]"))),
                range("size", "容量", least, most));
    }

    /** Returns the form of a number of messages, with up to three decimals, within a range. */
    public static Form<BigDecimal> rate(String least, String most) {
        return new Form<>(
                "rate",
                text -> rate(text.strip(), new BigDecimal(least), new BigDecimal(most)),
                BigDecimal::toPlainString,
                "xs:decimal",
                List.of(
                        new Facet("pattern", "[0-9]{1,7}(\\.[0-9]{1,3})?"),
                        new Facet("minInclusive", least),
                        new Facet("maxInclusive", most)),
                range("number", "数字", least, String.format(Locale.ROOT, "%,d", Long.valueOf(most))));
    }

    private static BigDecimal rate(String text, BigDecimal least, BigDecimal most) {
        if (!RATE.matcher(text).matches()) {
            throw new IllegalArgumentException("is not a number of messages; write it like 500 or 0.5");
        }
        var number = new BigDecimal(text);
        if (number.compareTo(least) < 0 || number.compareTo(most) > 0) {
            throw new IllegalArgumentException("is outside " + least + " to " + most);
        }
        return number;
    }

    private static Doc range(String kind, String chineseKind, String least, String most) {
        return new Doc(kind + ", " + least + " to " + most, chineseKind + "，" + least + " 至 " + most);
    }

    private static String text(Duration duration) {
        if (duration.toDays() > 0 && duration.equals(Duration.ofDays(duration.toDays()))) {
            return duration.toDays() + " d";
        }
        return duration.toMillis() % 1_000 == 0 ? duration.toSeconds() + " s" : duration.toMillis() + " ms";
    }

    private static String text(long bytes) {
        return Stream.of("GiB", "MiB", "KiB", "B")
                .filter(unit -> bytes % factor(unit) == 0)
                .findFirst()
                .map(unit -> bytes / factor(unit) + " " + unit)
                .orElseThrow();
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
        return Long.parseLong(quantity.group(1)) * factor(quantity.group(2));
    }

    private static long factor(String unit) {
        return switch (unit) {
            case "s" -> 1_000;
            case "min" -> 60_000;
            case "h" -> 3_600_000;
            case "d" -> 86_400_000;
            case "KiB" -> 1L << 10;
            case "MiB" -> 1L << 20;
            case "GiB" -> 1L << 30;
            default -> 1; // milliseconds, bytes, or no unit
        };
    }
}
