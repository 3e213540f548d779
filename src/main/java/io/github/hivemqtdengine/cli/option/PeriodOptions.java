// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.option;

import io.github.hivemqtdengine.time.EpochClock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Options that choose a period of time. */
public final class PeriodOptions {

    private static final Pattern AGO = Pattern.compile("(\\d{1,9})([smhd])");

    private final EpochClock clock;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description = "Only from this time on, such as 2026-01-31T08:00:00Z, or 30m, 12h or 7d ago.")
    private @Nullable String since;

    @Option(names = "--until", paramLabel = "TIME", description = "Only before this time.")
    private @Nullable String until;

    @Spec(Target.MIXEE)
    private @Nullable CommandSpec spec;

    /** @param clock the end of durations */
    public PeriodOptions(EpochClock clock) {
        this.clock = clock;
    }

    /** Period of time, half open. */
    public record Period(Instant from, Instant to) {

        public boolean contains(Instant time) {
            return !time.isBefore(from) && time.isBefore(to);
        }

        /** Returns the first microsecond of it since 1970. */
        public long fromMicros() {
            return micros(from);
        }

        /** Returns the first microsecond after it since 1970. */
        public long toMicros() {
            return micros(to);
        }

        private static long micros(Instant time) {
            try {
                return ChronoUnit.MICROS.between(Instant.EPOCH, time);
            } catch (ArithmeticException e) {
                return time.isBefore(Instant.EPOCH) ? Long.MIN_VALUE : Long.MAX_VALUE;
            }
        }
    }

    /** Returns the current time. */
    public Instant now() {
        return Instant.EPOCH.plus(clock.micros(), ChronoUnit.MICROS);
    }

    /**
     * Returns the period; all time without options.
     *
     * @throws ParameterException if an option is not a time
     */
    public Period read() {
        return new Period(time(since, "--since", Instant.MIN), time(until, "--until", Instant.MAX));
    }

    private Instant time(@Nullable String text, String option, Instant none) {
        if (text == null) {
            return none;
        }
        var ago = AGO.matcher(text);
        try {
            return ago.matches()
                    ? now().minus(duration(Long.parseLong(ago.group(1)), ago.group(2)))
                    : Instant.parse(text);
        } catch (DateTimeException e) {
            throw new ParameterException(
                    Objects.requireNonNull(spec).commandLine(),
                    option + " \"" + text + "\" is not a time such as 2026-01-31T08:00:00Z, nor 30m, 12h or 7d (ago)");
        }
    }

    private static Duration duration(long count, String unit) {
        return switch (unit) {
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            default -> Duration.ofDays(count);
        };
    }
}
