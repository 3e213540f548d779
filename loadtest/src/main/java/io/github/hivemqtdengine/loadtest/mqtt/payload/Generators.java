// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.payload;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.hivemqtdengine.loadtest.mqtt.payload.Template.Generator;
import io.github.hivemqtdengine.loadtest.mqtt.payload.Template.Mark;
import io.github.hivemqtdengine.loadtest.mqtt.payload.Template.Part;
import io.github.hivemqtdengine.loadtest.mqtt.payload.Template.Step;
import io.github.hivemqtdengine.loadtest.scenario.Durations;
import io.github.hivemqtdengine.loadtest.scenario.MalformedValueException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Placeholders of a template. */
final class Generators {

    private static final int LEAST_DECIMALS = 2;
    private static final int MOST_DECIMALS = 9;
    private static final byte[] TRUE = "true".getBytes(UTF_8);
    private static final byte[] FALSE = "false".getBytes(UTF_8);

    private Generators() {}

    /**
     * Returns the part of a placeholder.
     *
     * @param argument text after the colon, {@code null} if there is none
     * @throws IllegalArgumentException with the syntax error
     */
    static Part part(String name, @Nullable String argument) {
        return switch (name) {
            case "s" -> mark(Mark.SENT, argument);
            case "p", "client" -> mark(Mark.PUBLISHER, argument);
            case "n" -> mark(Mark.MESSAGE, argument);
            case "i" -> mark(Mark.RECORD, argument);
            case "t" -> mark(Mark.TIME, argument);
            case "time" -> step(argument);
            case "seq" -> mark(Mark.SEQUENCE, argument);
            case "int" -> integer(range(argument, Long::parseLong));
            case "double" -> decimal(range(argument, BigDecimal::new));
            case "word" -> word(argument);
            case "bool" -> bool(argument);
            default ->
                throw new IllegalArgumentException(
                        "unknown; there are s, p, n, i, t, time, client, seq, int, double, word and bool");
        };
    }

    private static Part mark(Mark mark, @Nullable String argument) {
        if (argument != null) {
            throw new IllegalArgumentException("takes nothing after a colon");
        }
        return mark;
    }

    private static Part step(@Nullable String argument) {
        if (argument == null) {
            throw new IllegalArgumentException("needs the length of a step, like {time:1 s}");
        }
        try {
            long micros = TimeUnit.NANOSECONDS.toMicros(
                    Durations.positive(argument.strip()).toNanos());
            return new Step(Math.max(1, micros));
        } catch (MalformedValueException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static Generator bool(@Nullable String argument) {
        if (argument != null) {
            throw new IllegalArgumentException("takes nothing after a colon");
        }
        return (text, random) -> text.put(random.nextBoolean() ? TRUE : FALSE);
    }

    private static Generator word(@Nullable String argument) {
        if (argument == null || argument.isEmpty()) {
            throw new IllegalArgumentException("needs words, like {word:run,alarm}");
        }
        var words = Arrays.stream(argument.split(",", -1))
                .map(word -> word.getBytes(UTF_8))
                .toArray(byte[][]::new);
        return (text, random) -> text.put(words[random.nextInt(words.length)]);
    }

    private static Generator integer(Range<Long> range) {
        long from = range.from();
        long count = Math.addExact(Math.subtractExact(range.to(), from), 1);
        return (text, random) -> signed(text, from + random.nextLong(count));
    }

    private static TextBuffer signed(TextBuffer text, long number) {
        if (number < 0) {
            text.put('-');
        }
        return text.number(Math.abs(number));
    }

    /** Writes two decimals, or as many as the bounds have. */
    private static Generator decimal(Range<BigDecimal> range) {
        int decimals = Math.max(
                LEAST_DECIMALS, Math.max(range.from().scale(), range.to().scale()));
        if (decimals > MOST_DECIMALS) {
            throw new IllegalArgumentException("has more than " + MOST_DECIMALS + " decimals");
        }
        long unit = BigDecimal.TEN.pow(decimals).longValueExact();
        long from = range.from().movePointRight(decimals).longValueExact();
        long count = Math.addExact(
                Math.subtractExact(range.to().movePointRight(decimals).longValueExact(), from), 1);
        return (text, random) -> {
            long value = from + random.nextLong(count);
            if (value < 0) {
                text.put('-');
            }
            text.number(Math.abs(value) / unit).put('.').number(Math.abs(value) % unit, decimals);
        };
    }

    private static <N extends Comparable<N>> Range<N> range(@Nullable String argument, Function<String, N> number) {
        var bounds = argument == null ? new String[0] : argument.split("\\.\\.", -1);
        if (bounds.length != 2) {
            throw new IllegalArgumentException("needs two bounds, like 0..359");
        }
        Range<N> range;
        try {
            range = new Range<>(number.apply(bounds[0].strip()), number.apply(bounds[1].strip()));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("has bounds that are no numbers", e);
        }
        if (range.from().compareTo(range.to()) > 0) {
            throw new IllegalArgumentException("has a lower bound above the upper one");
        }
        return range;
    }

    private record Range<N>(N from, N to) {}
}
