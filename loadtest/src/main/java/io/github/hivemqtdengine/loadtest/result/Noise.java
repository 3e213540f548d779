package io.github.hivemqtdengine.loadtest.result;

import io.github.hivemqtdengine.loadtest.scenario.Threshold;
import java.util.Collection;
import java.util.OptionalDouble;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.apache.commons.statistics.inference.WilcoxonSignedRankTest;
import org.jspecify.annotations.Nullable;

/**
 * Statistical tests of whether the rounds really miss a threshold. A comparison of two contenders is a Mann-Whitney U
 * test of their rounds, with the base's values moved to the limit; a single contender's rounds are compared with the
 * limit by a Wilcoxon signed-rank test. Both are one-sided, and neither assumes a distribution.
 */
final class Noise {

    /** Largest probability at which a threshold counts as missed: noise alone misses it in one run of twenty. */
    static final double LEVEL = 0.05;

    /** Fewest rounds with which a test can reach {@link #LEVEL}: of each of two contenders, and of a single one. */
    private static final int LEAST_OF_TWO = 4;

    private static final int LEAST_OF_ONE = 5;

    private Noise() {}

    /**
     * Returns the probability that rounds miss the threshold at least as far as these if the threshold holds.
     *
     * @param bases values of the contender to compare with; empty for a threshold on the values themselves
     * @return empty if there are too few rounds, or the threshold demands equality
     */
    static OptionalDouble chance(Threshold threshold, Collection<Double> values, Collection<Double> bases) {
        var worse = worse(threshold);
        if (worse == null) {
            return OptionalDouble.empty();
        }
        double limit = threshold.limit();
        if (threshold.base().isEmpty()) {
            return values.size() < LEAST_OF_ONE
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(WilcoxonSignedRankTest.withDefaults()
                            .with(worse)
                            .withMu(limit)
                            .test(array(values))
                            .getPValue());
        }
        if (Math.min(values.size(), bases.size()) < LEAST_OF_TWO) {
            return OptionalDouble.empty();
        }
        var moved = bases.stream()
                .mapToDouble(base -> threshold.operator() == Threshold.Operator.QUOTIENT ? base * limit : base + limit)
                .toArray();
        return OptionalDouble.of(MannWhitneyUTest.withDefaults()
                .with(worse)
                .test(array(values), moved)
                .getPValue());
    }

    private static @Nullable AlternativeHypothesis worse(Threshold threshold) {
        return switch (threshold.comparator()) {
            case AT_MOST -> AlternativeHypothesis.GREATER_THAN;
            case AT_LEAST -> AlternativeHypothesis.LESS_THAN;
            case EQUAL -> null;
        };
    }

    private static double[] array(Collection<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
