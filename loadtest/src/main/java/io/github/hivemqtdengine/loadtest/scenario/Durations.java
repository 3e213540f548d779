// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.regex.Pattern;

/** Syntax of durations with a unit, like {@code 50 ms}. */
public final class Durations {

    /** Building block for larger patterns, without groups. */
    public static final String PATTERN = Syntax.DECIMAL + "\\s*(?:us|ms|s|min|h)\\b|0\\b";

    private static final Pattern PARTS = Pattern.compile("(" + Syntax.DECIMAL + ")\\s*([a-z]+)");
    private static final Map<String, Long> NANOS = Map.of(
            "us", 1_000L, "ms", 1_000_000L, "s", 1_000_000_000L, "min", 60_000_000_000L, "h", 3_600_000_000_000L);
    private static final Duration LONGEST = Duration.ofDays(365);

    /** Microseconds without a unit. */
    public static final Syntax<Duration> MICROS =
            text -> Duration.of(Syntax.whole(0, Integer.MAX_VALUE).read(text), ChronoUnit.MICROS);

    private Durations() {}

    /** Returns the syntax of whole seconds without a unit. */
    public static Syntax<Duration> seconds(int minimum) {
        var whole = Syntax.whole(minimum, (int) LONGEST.toSeconds());
        return text -> Duration.ofSeconds(whole.read(text));
    }

    /** Parses a duration; {@code 0} needs no unit. */
    public static Duration parse(String text) {
        if (text.equals("0")) {
            return Duration.ZERO;
        }
        var parts = PARTS.matcher(text);
        Syntax.require(
                parts.matches() && NANOS.containsKey(parts.group(2)),
                "must be a length of time with us, ms, s, min or h, like 50 ms");
        var nanos = new BigDecimal(parts.group(1)).multiply(BigDecimal.valueOf(NANOS.getOrDefault(parts.group(2), 0L)));
        Syntax.require(nanos.compareTo(BigDecimal.valueOf(LONGEST.toSeconds(), -9)) <= 0, "must be a year at most");
        return Duration.ofNanos(nanos.longValue());
    }

    /**
     * Parses a positive duration.
     *
     * @throws MalformedValueException with the expected syntax
     */
    public static Duration positive(String text) {
        var length = parse(text);
        Syntax.require(!length.isZero(), "must have a length of time above 0 where it says \"" + text + "\"");
        return length;
    }
}
