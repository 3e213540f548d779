// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.Pace;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import io.github.hivemqtdengine.loadtest.scenario.syntax.Durations;
import io.github.hivemqtdengine.loadtest.scenario.syntax.MalformedValueException;
import io.github.hivemqtdengine.loadtest.scenario.syntax.Numbers;
import io.github.hivemqtdengine.loadtest.scenario.syntax.Syntax;
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

    private static final Pattern THINK =
            Pattern.compile("(" + Durations.PATTERN + ")(?:\\s*\\.\\.\\s*(" + Durations.PATTERN + "))?");

    private final Duration execTime;

    /** @param execTime end of the run, and of the last step if it has no length */
    PaceSyntax(Duration execTime) {
        this.execTime = execTime;
    }

    @Override
    public Pace read(String text) {
        var part = PART.matcher(text);
        if (part.matches()) {
            return new Pace.PartOfCapacity(
                    positive(Double.parseDouble(part.group(1)) / PERCENT), length(part.group(2), execTime));
        }
        var times = TIMES.matcher(text);
        var steps = steps(
                times.matches()
                        ? String.join(",", Collections.nCopies(Integer.parseInt(times.group(1)), times.group(2)))
                        : text);
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
            var length = length(step.group(3), rest);
            steps.add(new Pace.Step(from, to, length));
            rest = rest.minus(length);
        }
        return steps;
    }

    /** @param rest time until the run ends, which is the length if there is none */
    private Duration length(@Nullable String text, Duration rest) {
        var length = text == null ? rest : Durations.positive(text);
        if (length.isZero() || length.compareTo(rest) > 0) {
            throw new MalformedValueException(
                    "lasts longer than the run: set exec_time to more than " + execTime.toSeconds());
        }
        return length;
    }

    private static double positive(double value) {
        if (value <= 0) {
            throw new MalformedValueException("must have a rate above 0");
        }
        return value;
    }
}
