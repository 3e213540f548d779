// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Fault injected during a run.
 *
 * @param at time since the start of the run
 * @param length time until the fault is reverted; zero for a momentary fault, as a cut
 * @param value milliseconds of delay each way for {@link Kind#SLOW}; {@code null} for other kinds
 */
public record Fault(
        Duration at, Kind kind, Duration length, @Nullable Double value) {

    private static final double NANOS_PER_MILLI = 1e6;
    private static final Syntax<Fault> SYNTAX = Syntax.of(
            "(" + Durations.PATTERN + ")\\s+(stop|kill|pause|slow|cut|kill-broker|restart-broker|disconnect-all)"
                    + "(?:\\s+(" + Durations.PATTERN + "))?(?:\\s+for\\s+(" + Durations.PATTERN + "))?",
            "must be like 10 s stop for 5 s; 30 s cut; 40 s slow 50 ms for 10 s;"
                    + " 60 s pause for 5 s; 80 s kill for 2 s (database),"
                    + " or 10 s kill-broker for 3 s; 30 s restart-broker; 50 s disconnect-all for 1 s (broker)",
            Fault::of);

    /** Reads faults, which must not overlap. */
    static List<Fault> list(String text) {
        var faults = Stream.of(text.split(";", -1))
                .map(part -> SYNTAX.read(part.strip()))
                .sorted(Comparator.comparing(Fault::at))
                .toList();
        Syntax.require(
                IntStream.range(1, faults.size())
                        .noneMatch(i -> faults.get(i - 1).end().compareTo(faults.get(i).at) > 0),
                "must have faults that end before the next one begins");
        return faults;
    }

    private static Fault of(Matcher text) {
        var kind = Syntax.oneOf(Kind.class).read(text.group(2));
        var value = lengthOrZero(text.group(3));
        var length = lengthOrZero(text.group(4));
        boolean isSlow = kind == Kind.SLOW;
        Syntax.require(
                isSlow != value.isZero(),
                isSlow ? "must say how slow, like slow 50 ms for 10 s" : "has a delay, which only slow can have");
        Syntax.require(
                !length.isZero() || !(isSlow || kind == Kind.PAUSE),
                "must say how long " + text.group(2) + " lasts, like for 10 s");
        return new Fault(
                Durations.parse(text.group(1)), kind, length, isSlow ? value.toNanos() / NANOS_PER_MILLI : null);
    }

    private static Duration lengthOrZero(@Nullable String text) {
        return text == null ? Duration.ZERO : Durations.parse(text);
    }

    private Duration end() {
        return at.plus(length);
    }

    public enum Kind {
        /** The database is shut down in an orderly way and restarted. */
        STOP,
        /** The database is killed and restarted. */
        KILL,
        /** The database's processes are suspended. */
        PAUSE,
        /** Traffic between extension and database is delayed. */
        SLOW,
        /** Connections between extension and database are reset, and new ones too for the fault's length. */
        CUT,
        /** The broker is killed and restarted on its port, with its data. */
        KILL_BROKER,
        /** The broker is shut down in an orderly way and restarted. */
        RESTART_BROKER,
        /** Connections between clients and broker are reset, and new ones too for the fault's length. */
        DISCONNECT_ALL;

        /** Returns whether the fault affects the broker or its clients, and not the database. */
        public boolean isOfTheBroker() {
            return this == KILL_BROKER || this == RESTART_BROKER || this == DISCONNECT_ALL;
        }

        /** Returns the word used in scenario files. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
