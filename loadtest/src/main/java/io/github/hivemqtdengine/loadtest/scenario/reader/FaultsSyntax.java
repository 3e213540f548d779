// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.Fault;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import io.github.hivemqtdengine.loadtest.scenario.syntax.Choice;
import io.github.hivemqtdengine.loadtest.scenario.syntax.Durations;
import io.github.hivemqtdengine.loadtest.scenario.syntax.MalformedValueException;
import io.github.hivemqtdengine.loadtest.scenario.syntax.Syntax;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Syntax of {@link ScenarioKey#FAULTS}. */
final class FaultsSyntax implements Syntax<List<Fault>> {

    private static final Pattern FAULT = Pattern.compile("(" + Durations.PATTERN + ")\\s+(stop|kill|pause|slow|cut"
            + "|kill-broker|restart-broker|disconnect-all)"
            + "(?:\\s+(" + Durations.PATTERN + "))?(?:\\s+for\\s+(" + Durations.PATTERN + "))?");
    private static final String RULE = "must be like 10 s stop for 5 s; 30 s cut; 40 s slow 50 ms for 10 s;"
            + " 60 s pause for 5 s; 80 s kill for 2 s (database),"
            + " or 10 s kill-broker for 3 s; 30 s restart-broker; 50 s disconnect-all for 1 s (broker)";
    private static final double NANOS_PER_MILLI = 1e6;

    @Override
    public List<Fault> read(String text) {
        var faults = new ArrayList<Fault>();
        for (var part : text.split(";", -1)) {
            var matcher = FAULT.matcher(part.strip());
            if (!matcher.matches()) {
                throw new MalformedValueException(RULE);
            }
            faults.add(fault(matcher));
        }
        faults.sort(Comparator.comparing(Fault::at));
        for (int i = 1; i < faults.size(); i++) {
            var former = faults.get(i - 1);
            if (former.at().plus(former.length()).compareTo(faults.get(i).at()) > 0) {
                throw new MalformedValueException("must have faults that end before the next one begins");
            }
        }
        return faults;
    }

    private static Fault fault(Matcher matcher) {
        var kind = Choice.of(Fault.Kind.class).read(matcher.group(2));
        var value = lengthOrZero(matcher.group(3));
        var length = lengthOrZero(matcher.group(4));
        boolean isSlow = kind == Fault.Kind.SLOW;
        if (isSlow == value.isZero()) {
            throw new MalformedValueException(
                    isSlow ? "must say how slow, like slow 50 ms for 10 s" : "has a delay, which only slow can have");
        }
        if (length.isZero() && (isSlow || kind == Fault.Kind.PAUSE)) {
            throw new MalformedValueException("must say how long " + matcher.group(2) + " lasts, like for 10 s");
        }
        return new Fault(
                Durations.parse(matcher.group(1)), kind, length, isSlow ? value.toNanos() / NANOS_PER_MILLI : null);
    }

    private static Duration lengthOrZero(@Nullable String text) {
        return text == null ? Duration.ZERO : Durations.parse(text);
    }
}
