package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.Pace;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import io.github.hivemqtdengine.loadtest.scenario.syntax.Durations;
import io.github.hivemqtdengine.loadtest.scenario.syntax.MalformedValueException;
import io.github.hivemqtdengine.loadtest.scenario.syntax.Numbers;
import io.github.hivemqtdengine.loadtest.scenario.syntax.Syntax;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Syntax of {@link ScenarioKey#RATE}. */
final class PaceSyntax implements Syntax<Pace> {

    private static final String RULE = "must be like 2000 for 60 s, or 100..5000 in 30 s, 5000 for 60 s,"
            + " or 5 times 0 for 9 s, 20000 for 1 s, or 50% of bare for 60 s";
    private static final String LENGTH = "(?:\\s+(?:for|in)\\s+(" + Durations.PATTERN + "))?";
    private static final Pattern PART = Pattern.compile("(" + Numbers.DECIMAL + ")\\s*% of bare" + LENGTH);
    private static final Pattern STEP =
            Pattern.compile("(" + Numbers.DECIMAL + ")(?:\\s*\\.\\.\\s*(" + Numbers.DECIMAL + "))?" + LENGTH);
    private static final Pattern TIMES = Pattern.compile("(\\d{1,4})\\s+times\\s+(.*)");
    private static final double PERCENT = 100;
    private static final int NANO_DIGITS = 9;

    private static final Pattern THINK =
            Pattern.compile("(" + Durations.PATTERN + ")(?:\\s*\\.\\.\\s*(" + Durations.PATTERN + "))?");

    private final Duration execTime;

    /** @param execTime end of the run, and of the last step if it has no length */
    PaceSyntax(Duration execTime) {
        this.execTime = execTime;
    }

    @Override
    public Pace read(String text) {
        var pace = pace(text);
        var length = pace.length(0);
        if (length.compareTo(execTime) > 0) {
            throw new MalformedValueException("lasts " + seconds(length) + ", but the run ends after "
                    + seconds(execTime) + ": set exec_time, too");
        }
        return pace;
    }

    private static String seconds(Duration length) {
        return BigDecimal.valueOf(length.toNanos(), NANO_DIGITS)
                        .stripTrailingZeros()
                        .toPlainString() + " s";
    }

    private Pace pace(String text) {
        var part = PART.matcher(text);
        if (part.matches()) {
            return new Pace.PartOfCapacity(
                    positive(Double.parseDouble(part.group(1)) / PERCENT), length(part.group(2), execTime));
        }
        var times = TIMES.matcher(text);
        var steps = times.matches()
                ? Collections.nCopies(Integer.parseInt(times.group(1)), steps(times.group(2))).stream()
                        .flatMap(List::stream)
                        .toList()
                : steps(text);
        positive(steps.stream().mapToDouble(step -> step.from() + step.to()).sum());
        return new Pace.OpenLoop(steps);
    }

    /** Reads {@link ScenarioKey#THINK}. */
    static Pace think(String text) {
        var think = THINK.matcher(text);
        if (!think.matches()) {
            throw new MalformedValueException("must be like 1 s..5 s, or 2 s");
        }
        var from = Durations.parse(think.group(1));
        var to = Durations.positive(think.group(2) == null ? think.group(1) : think.group(2));
        if (from.compareTo(to) > 0) {
            throw new MalformedValueException("must begin with the shorter time, like 1 s..5 s");
        }
        return new Pace.ThinkTime(from, to);
    }

    private List<Pace.Step> steps(String text) {
        var steps = new ArrayList<Pace.Step>();
        var rest = execTime;
        var parts = text.split(",", -1);
        for (int i = 0; i < parts.length; i++) {
            var step = STEP.matcher(parts[i].strip());
            if (!step.matches() || (step.group(3) == null && i < parts.length - 1)) {
                throw new MalformedValueException(RULE);
            }
            double from = Double.parseDouble(step.group(1));
            double to = step.group(2) == null ? from : Double.parseDouble(step.group(2));
            boolean isTimeLeft = rest.compareTo(Duration.ZERO) > 0;
            var length = length(step.group(3), isTimeLeft ? rest : execTime);
            steps.add(new Pace.Step(from, to, length));
            rest = rest.minus(length);
        }
        return steps;
    }

    private static Duration length(@Nullable String length, Duration otherwise) {
        return length == null ? otherwise : Durations.positive(length);
    }

    private static double positive(double value) {
        if (value <= 0) {
            throw new MalformedValueException("must have a rate above 0");
        }
        return value;
    }
}
