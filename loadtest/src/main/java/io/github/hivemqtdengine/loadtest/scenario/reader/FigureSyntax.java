// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.PublishedFigure;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import io.github.hivemqtdengine.loadtest.scenario.Threshold;
import io.github.hivemqtdengine.loadtest.scenario.Threshold.Comparator;
import io.github.hivemqtdengine.loadtest.scenario.Threshold.Operator;
import io.github.hivemqtdengine.loadtest.scenario.syntax.Choice;
import io.github.hivemqtdengine.loadtest.scenario.syntax.MalformedValueException;
import io.github.hivemqtdengine.loadtest.scenario.syntax.Numbers;
import io.github.hivemqtdengine.loadtest.scenario.syntax.Syntax;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/** Syntax of {@link ScenarioKey#THRESHOLD} and {@link ScenarioKey#PUBLISHED}. */
final class FigureSyntax {

    /** The sign of a difference is between blanks, since names contain hyphens. */
    private static final Pattern THRESHOLD =
            Pattern.compile("([^\\s<>=]+)\\s+([^\\s<>=/]+)(?:(\\s*/\\s*|\\s+-\\s+)([^\\s<>=/]+))?\\s*([<>=]+)\\s*(\\S+)"
                    + "(?:\\s+with\\s+(tdengine|questdb))?");

    /** A contender has a letter first, and a number has none. */
    private static final Pattern PUBLISHED =
            Pattern.compile("(\\S+)\\s+(?:([a-z][^\\s/]*)\\s*/\\s*([a-z][^\\s/]*)\\s+)?([-+.\\d]\\S*)\\s+(\\S.*)");

    private static final Choice<Figure> FIGURES = Choice.of(Figure.class);

    private FigureSyntax() {}

    /** @param contenders syntax of a mode or variant */
    static Threshold threshold(String text, Syntax<Contender> contenders) {
        var parts = THRESHOLD.matcher(text);
        if (!parts.matches()) {
            throw new MalformedValueException(
                    "must be like rows-missing extension = 0, or latency-p99-ms outage/extension <= 1.1 with tdengine");
        }
        return new Threshold(
                FIGURES.read(parts.group(1)),
                contenders.read(parts.group(2)),
                Optional.ofNullable(parts.group(4)).map(contenders::read),
                "-".equals(Objects.requireNonNullElse(parts.group(3), "").strip())
                        ? Operator.DIFFERENCE
                        : Operator.QUOTIENT,
                comparator(parts.group(5)),
                Numbers.decimal(parts.group(6)),
                Optional.ofNullable(parts.group(7)));
    }

    private static Comparator comparator(String sign) {
        return Arrays.stream(Comparator.values())
                .filter(comparator -> comparator.sign().equals(sign))
                .findFirst()
                .orElseThrow(() -> new MalformedValueException("must compare with >=, <= or ="));
    }

    /** @param contenders syntax of a mode or variant */
    static PublishedFigure published(String text, Syntax<Contender> contenders) {
        var parts = PUBLISHED.matcher(text);
        if (!parts.matches()) {
            throw new MalformedValueException("must be like latency-average-ms 6416.67 report of 2020, "
                    + "or rows-per-second groups-10/groups-1 1.11 report of 2020");
        }
        return new PublishedFigure(
                FIGURES.read(parts.group(1)),
                Numbers.decimal(parts.group(4)),
                parts.group(5),
                parts.group(2) == null ? null : contenders.read(parts.group(2)),
                parts.group(3) == null ? null : contenders.read(parts.group(3)));
    }
}
