// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.result;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.result.Noise.SignedRank;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.Threshold;
import io.github.hivemqtdengine.loadtest.scenario.Threshold.Comparator;
import io.github.hivemqtdengine.loadtest.scenario.Threshold.Operator;
import java.math.BigDecimal;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Checks the rounds of a scenario against its thresholds.
 * <ul>
 * <li>Times, rates and memory vary from round to round. A ratio or a difference compares the two modes' rounds with the
 *     same number, which share the state of the machine. {@link Noise} decides whether the rounds prove that the median
 *     is on its side of the limit; if they do not, the threshold is undecided.
 * <li>Counts, such as lost rows, must keep the threshold in every round: one row lost in one round misses both
 *     {@code rows-missing extension = 0} and {@code <= 0}. The same holds for every {@code =}.
 * <li>A round without the metric misses the threshold. So does a ratio to 0, unless both values are 0, which counts as
 *     1.
 * </ul>
 */
public final class Verdicts {

    /** Relative tolerance for rounding errors of divisions. */
    private static final double ROUNDING = 1e-9;

    private Verdicts() {}

    /** Returns one check result per threshold, in order. */
    public static List<Verdict> of(List<Threshold> thresholds, List<Round> rounds) {
        return thresholds.stream().map(threshold -> of(threshold, rounds)).toList();
    }

    private static Verdict of(Threshold threshold, List<Round> rounds) {
        var figure = threshold.figure();
        var values = Ratios.byRound(rounds, figure, threshold.contender());
        var bases = threshold.base().map(base -> Ratios.byRound(rounds, figure, base));
        var compared = finite(bases.map(base -> Ratios.pairs(values, base, threshold.operator()))
                .orElse(values));
        if (compared.isEmpty()) {
            return new Verdict(text(threshold), figure, null, null, null, false);
        }
        var spread = Spread.of(compared.values());
        boolean complete = compared.size() == expected(threshold, rounds);
        if (!complete || inEveryRound(threshold)) {
            boolean kept = compared.values().stream().allMatch(each -> isKept(threshold, each));
            return new Verdict(text(threshold), figure, spread.median(), spread.low(), spread.high(), complete && kept);
        }
        boolean kept = isKept(threshold, spread.median());
        var test = SignedRank.of(compared.values().stream()
                .mapToDouble(each -> distance(threshold, each))
                .toArray());
        double provable = atDistance(threshold, test.provable());
        return new Verdict(
                text(threshold),
                figure,
                spread.median(),
                spread.low(),
                spread.high(),
                kept || test.above() > Noise.LEVEL,
                kept ? test.below() : test.above(),
                Double.isFinite(provable) ? provable : null);
    }

    /** Returns how far a value is on the wrong side of the limit: a difference, or the logarithm of a ratio. */
    private static double distance(Threshold threshold, double value) {
        double limit = threshold.limit();
        return sign(threshold)
                * (threshold.operator() == Operator.DIFFERENCE ? value - limit : Math.log(value / limit));
    }

    /** Returns the value so far on the wrong side of the limit. */
    private static double atDistance(Threshold threshold, double distance) {
        double signed = sign(threshold) * distance;
        double limit = threshold.limit();
        return threshold.operator() == Operator.DIFFERENCE ? limit + signed : limit * Math.exp(signed);
    }

    private static int sign(Threshold threshold) {
        return threshold.comparator() == Comparator.AT_MOST ? 1 : -1;
    }

    private static SortedMap<Integer, Double> finite(SortedMap<Integer, Double> values) {
        var finite = new TreeMap<>(values);
        finite.values().removeIf(value -> !Double.isFinite(value));
        return finite;
    }

    /** Returns the number of rounds of the contender; of two contenders, the larger number. */
    private static long expected(Threshold threshold, List<Round> rounds) {
        return Math.max(
                count(rounds, threshold.contender()),
                threshold.base().map(base -> count(rounds, base)).orElse(0L));
    }

    private static long count(List<Round> rounds, Contender contender) {
        return rounds.stream()
                .filter(round -> round.contender().equals(contender))
                .count();
    }

    private static boolean inEveryRound(Threshold threshold) {
        return threshold.comparator() == Comparator.EQUAL || isNumberOfThings(threshold.figure());
    }

    private static boolean isNumberOfThings(Figure figure) {
        return figure.unit().isEmpty();
    }

    private static boolean isKept(Threshold threshold, double value) {
        double limit = threshold.limit();
        double rounding = Math.abs(limit) * ROUNDING;
        return switch (threshold.comparator()) {
            case AT_LEAST -> value >= limit - rounding;
            case AT_MOST -> value <= limit + rounding;
            case EQUAL -> Math.abs(value - limit) <= rounding;
        };
    }

    /** Returns the threshold as written in a scenario file. */
    static String text(Threshold threshold) {
        return threshold.figure().word() + " " + threshold.contender().word()
                + threshold
                        .base()
                        .map(base -> threshold.operator().sign() + base.word())
                        .orElse("")
                + " " + threshold.comparator().sign() + " "
                + BigDecimal.valueOf(threshold.limit()).stripTrailingZeros().toPlainString();
    }
}
