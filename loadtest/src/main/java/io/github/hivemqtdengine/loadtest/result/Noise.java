// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.result;

import io.github.hivemqtdengine.loadtest.scenario.Threshold;
import io.github.hivemqtdengine.loadtest.scenario.Threshold.Comparator;
import io.github.hivemqtdengine.loadtest.scenario.Threshold.Operator;
import java.util.Collection;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.BinomialTest;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * Statistical tests of whether rounds prove that a threshold is missed, or that two runs differ. The rounds of two contenders are compared by a
 * Mann-Whitney U test, with the base's values moved to the limit, and those of a single contender with the limit by a
 * sign test. Both are one-sided, and take the rounds for independent. Rounds that share a broker are more alike than
 * that, so the probability is a lower bound.
 */
final class Noise {

    /** Largest probability that proves that a threshold is missed. */
    static final double LEVEL = 0.05;

    /** Fewest rounds of each of two contenders. With fewer, hardly any difference could be proven. */
    private static final int LEAST_OF_TWO = 5;

    /** Fewest rounds of a single contender: of five, all would have to miss the limit. */
    private static final int LEAST_OF_ONE = 8;

    private Noise() {}

    /**
     * Returns the probability of rounds that miss the threshold as these do if the threshold holds.
     *
     * @param values finite values of the contender
     * @param bases finite values of the contender to compare with; empty for a threshold on the values themselves
     * @return empty if there are too few rounds, or the threshold demands equality
     */
    static OptionalDouble chance(Threshold threshold, Collection<Double> values, Collection<Double> bases) {
        if (threshold.comparator() == Comparator.EQUAL) {
            return OptionalDouble.empty();
        }
        boolean isUpperLimit = threshold.comparator() == Comparator.AT_MOST;
        double limit = threshold.limit();
        if (threshold.base().isEmpty()) {
            return values.size() < LEAST_OF_ONE
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(signTest(values, limit, isUpperLimit));
        }
        if (Math.min(values.size(), bases.size()) < LEAST_OF_TWO) {
            return OptionalDouble.empty();
        }
        boolean isQuotient = threshold.operator() == Operator.QUOTIENT;
        return OptionalDouble.of(MannWhitneyUTest.withDefaults()
                .with(isUpperLimit ? AlternativeHypothesis.GREATER_THAN : AlternativeHypothesis.LESS_THAN)
                .test(
                        values.stream().mapToDouble(Double::doubleValue).toArray(),
                        bases.stream()
                                .mapToDouble(base -> isQuotient ? base * limit : base + limit)
                                .toArray())
                .getPValue());
    }

    /**
     * Returns the probability of rounds that differ as much as these although nothing has changed, by a two-sided
     * Mann-Whitney U test.
     *
     * @return empty if there are too few rounds on a side
     */
    static OptionalDouble ofDifference(Collection<Double> values, Collection<Double> bases) {
        if (Math.min(values.size(), bases.size()) < LEAST_OF_TWO) {
            return OptionalDouble.empty();
        }
        boolean allEqual =
                Stream.concat(values.stream(), bases.stream()).distinct().count() == 1;
        return OptionalDouble.of(
                allEqual
                        ? 1
                        : MannWhitneyUTest.withDefaults()
                                .test(array(values), array(bases))
                                .getPValue());
    }

    private static double[] array(Collection<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static double signTest(Collection<Double> values, double limit, boolean isUpperLimit) {
        long worse = values.stream()
                .filter(value -> isUpperLimit ? value > limit : value < limit)
                .count();
        return BinomialTest.withDefaults()
                .with(AlternativeHypothesis.GREATER_THAN)
                .test(values.size(), Math.toIntExact(worse), 0.5)
                .getPValue();
    }
}
