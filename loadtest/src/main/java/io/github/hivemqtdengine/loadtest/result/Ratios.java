// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.result;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.Threshold.Operator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Ratios between the contenders of a scenario. The ratio of 0 to 0 is 1; other ratios to 0 do not exist. */
public final class Ratios {

    private Ratios() {}

    /** Returns the spread of a metric over the contender's rounds that have it; empty if none has. */
    public static Optional<Spread> spread(List<Round> rounds, Figure figure, Contender contender) {
        var values = byRound(rounds, figure, contender).values();
        return values.isEmpty() ? Optional.empty() : Optional.of(Spread.of(values));
    }

    /** Returns the time between two counts of the rows if the contender's median time until the commit is below it. */
    public static Optional<Double> resolution(List<Round> rounds, Figure figure, Contender contender) {
        return spread(rounds, figure, contender)
                .filter(spread -> figure.isCommitTime())
                .flatMap(spread -> spread(rounds, Figure.COMMIT_RESOLUTION_MS, contender)
                        .map(Spread::median)
                        .filter(resolution -> spread.median() < resolution));
    }

    /**
     * Returns the ratio of two contenders; empty if one lacks the metric or is below its resolution, they share no
     * round, or the base is 0.
     */
    public static Optional<Ratio> of(List<Round> rounds, Figure figure, Contender contender, Contender base) {
        if (resolution(rounds, figure, contender)
                .or(() -> resolution(rounds, figure, base))
                .isPresent()) {
            return Optional.empty();
        }
        var pairs = pairs(byRound(rounds, figure, contender), byRound(rounds, figure, base), Operator.QUOTIENT)
                .values();
        if (pairs.isEmpty()) {
            return Optional.empty();
        }
        var spread = Spread.of(pairs);
        return Double.isFinite(spread.high())
                ? Optional.of(new Ratio(figure, contender, base, spread.median(), spread.low(), spread.high()))
                : Optional.empty();
    }

    /** Returns the ratios of all metrics: each contender to each earlier one in the order of the rounds. */
    public static List<Ratio> of(List<Round> rounds) {
        var contenders = rounds.stream().map(Round::contender).distinct().toList();
        var ratios = new ArrayList<Ratio>();
        for (var figure : Figure.values()) {
            for (int at = 1; at < contenders.size(); at++) {
                for (var base : contenders.subList(0, at)) {
                    of(rounds, figure, contenders.get(at), base).ifPresent(ratios::add);
                }
            }
        }
        return ratios;
    }

    /** Returns the spreads of all measured metrics, by contender in the order of the rounds. */
    public static Map<Figure, Map<Contender, Spread>> spreads(List<Round> rounds) {
        var spreads = new EnumMap<Figure, Map<Contender, Spread>>(Figure.class);
        var contenders = rounds.stream().map(Round::contender).distinct().toList();
        for (var figure : Figure.values()) {
            for (var contender : contenders) {
                spread(rounds, figure, contender)
                        .ifPresent(spread -> spreads.computeIfAbsent(figure, key -> new LinkedHashMap<>())
                                .put(contender, spread));
            }
        }
        return spreads;
    }

    /** Returns a metric by round number. */
    static SortedMap<Integer, Double> byRound(List<Round> rounds, Figure figure, Contender contender) {
        var values = new TreeMap<Integer, Double>();
        for (var round : rounds) {
            var value = round.figures().get(figure);
            if (round.contender().equals(contender) && value != null) {
                values.put(round.number(), value);
            }
        }
        return values;
    }

    /** Returns the comparison of each two rounds with the same number. */
    static SortedMap<Integer, Double> pairs(
            SortedMap<Integer, Double> values, SortedMap<Integer, Double> bases, Operator operator) {
        var pairs = new TreeMap<Integer, Double>();
        values.forEach((number, value) -> {
            var base = bases.get(number);
            if (base != null) {
                pairs.put(number, operator.apply(value, base));
            }
        });
        return pairs;
    }

    static double median(Collection<Double> values) {
        return Spread.of(values).median();
    }
}
