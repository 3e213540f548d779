// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.MalformedValueException;
import io.github.hivemqtdengine.loadtest.scenario.Mode;
import io.github.hivemqtdengine.loadtest.scenario.PublishedFigure;
import io.github.hivemqtdengine.loadtest.scenario.Scenario.Comparison;
import io.github.hivemqtdengine.loadtest.scenario.Syntax;
import io.github.hivemqtdengine.loadtest.scenario.Threshold;
import io.github.hivemqtdengine.loadtest.scenario.Threshold.Comparator;
import io.github.hivemqtdengine.loadtest.scenario.Threshold.Operator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.stream.Stream;

/** Reads the contenders, the thresholds on their metrics, and published metrics. */
final class ComparisonReader {

    private static final Syntax<Figure> FIGURE = Syntax.oneOf(Figure.class);

    private final Settings settings;
    private final Variation variation;
    private final Syntax<Contender> contender;

    /** @param variants names of the variants */
    ComparisonReader(Settings settings, Set<String> variants, Variation variation) {
        this.settings = settings;
        this.variation = variation;
        var words = Stream.concat(Arrays.stream(Mode.values()).map(Mode::word), variants.stream())
                .toList();
        this.contender = Syntax.oneOf(words, "is neither a mode nor a variant of the scenario", Contender::new);
    }

    /** Returns the syntax of thresholds. The sign of a difference is between blanks, since names contain hyphens. */
    private Syntax<Threshold> threshold(Comparison comparison) {
        return Syntax.of(
                "([^\\s<>=]+)\\s+([^\\s<>=/]+)(?:(\\s*/\\s*|\\s+-\\s+)([^\\s<>=/]+))?\\s*([<>=]+)\\s*(\\S+)"
                        + "(?:\\s+with\\s+(tdengine|questdb))?",
                "must be like rows-missing extension = 0, or latency-p99-ms outage/extension <= 1.1 with tdengine",
                parts -> threshold(parts, comparison));
    }

    /** Returns the syntax of published metrics. A contender has a letter first, and a number has none. */
    private Syntax<PublishedFigure> figure() {
        return Syntax.of(
                "(\\S+)\\s+(?:([a-z][^\\s/]*)\\s*/\\s*([a-z][^\\s/]*)\\s+)?([-+.\\d]\\S*)\\s+(\\S.*)",
                "must be like latency-average-ms 6416.67 report of 2020, "
                        + "or rows-per-second groups-10/groups-1 1.11 report of 2020",
                parts -> new PublishedFigure(
                        FIGURE.read(parts.group(1)),
                        Syntax.decimal(parts.group(4)),
                        parts.group(5),
                        parts.group(2) == null ? null : contender.read(parts.group(2)),
                        parts.group(3) == null ? null : contender.read(parts.group(3))));
    }

    Comparison read() {
        return new Comparison(
                settings.get("x.modes", this::contenders),
                settings.get("x.rounds"),
                settings.get("x.warm_up"),
                settings.get("x.fresh_broker"),
                settings.get("x.heap"),
                settings.get("x.rate_may_fall"));
    }

    private List<Contender> contenders(String text) {
        var all = new ArrayList<Contender>();
        for (var word : text.split("[,\\s]+", -1)) {
            Syntax.require(!all.contains(contender.read(word)), "has " + word + " twice");
            all.add(contender.read(word));
        }
        return all;
    }

    /**
     * Returns the thresholds of the contenders. A threshold of another mode or variant is an error in the file, unless
     * the command line replaces the file's modes.
     */
    List<Threshold> thresholds(Comparison comparison) {
        return settings.findAll("x.threshold.", threshold(comparison)).stream()
                .filter(threshold -> comparison.contenders().containsAll(threshold.contenders()))
                .filter(threshold -> !variation.smoke() || threshold.comparator() == Comparator.EQUAL)
                .toList();
    }

    private Threshold threshold(Matcher parts, Comparison comparison) {
        boolean isDifference = parts.group(3) != null && parts.group(3).strip().equals("-");
        var threshold = new Threshold(
                FIGURE.read(parts.group(1)),
                contender.read(parts.group(2)),
                Optional.ofNullable(parts.group(4)).map(contender::read),
                isDifference ? Operator.DIFFERENCE : Operator.QUOTIENT,
                comparator(parts.group(5)),
                Syntax.decimal(parts.group(6)),
                Optional.ofNullable(parts.group(7)));
        for (var one : threshold.contenders()) {
            Syntax.require(
                    variation.replacesModes() || comparison.contenders().contains(one),
                    "has " + one.word() + ", which x.modes has not");
        }
        return threshold;
    }

    private static Comparator comparator(String sign) {
        return Arrays.stream(Comparator.values())
                .filter(comparator -> comparator.sign().equals(sign))
                .findFirst()
                .orElseThrow(() -> new MalformedValueException("must compare with >=, <= or ="));
    }

    List<PublishedFigure> published() {
        return settings.findAll("x.published.", figure());
    }
}
