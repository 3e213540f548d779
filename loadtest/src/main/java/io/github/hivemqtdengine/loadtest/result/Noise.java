// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.result;

import java.util.Arrays;
import java.util.Collection;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * Statistical tests of what rounds prove: Wilcoxon's signed-rank test for the rounds of one run, whose modes take turns,
 * and a Mann-Whitney U test for those of two runs. Both are exact, and take rounds with different numbers for
 * independent.
 */
final class Noise {

    /** Largest probability that counts as a proof. */
    static final double LEVEL = 0.05;

    /** Fewest rounds of each of two runs. With fewer, hardly any difference could be proven. */
    private static final int LEAST_OF_TWO = 5;

    private Noise() {}

    /**
     * Result of Wilcoxon's signed-rank test of distances from a limit.
     *
     * @param above probability of distances like these if the true one is 0 or less
     * @param below probability of distances like these if the true one is 0 or more
     * @param provable smallest distance that so many rounds with this scatter prove; not finite for too few of them
     */
    record SignedRank(double above, double below, double provable) {

        /** Tests distances, at least one. Those of 0 count against either proof. */
        static SignedRank of(double[] distances) {
            var means = IntStream.range(0, distances.length)
                    .boxed()
                    .flatMapToDouble(i -> Arrays.stream(distances, 0, i + 1).map(other -> (distances[i] + other) / 2))
                    .sorted()
                    .toArray();
            var chances = chances(distances.length);
            int above = (int) Arrays.stream(means).filter(mean -> mean > 0).count();
            int below = (int) Arrays.stream(means).filter(mean -> mean < 0).count();
            int unlikely = (int)
                    Arrays.stream(chances).filter(chance -> chance <= LEVEL).count();
            double middle = (means[(means.length - 1) / 2] + means[means.length / 2]) / 2;
            return new SignedRank(
                    chances[means.length - above],
                    chances[means.length - below],
                    unlikely == 0 ? Double.NaN : middle - means[unlikely - 1]);
        }

        /** Returns the probability of each rank sum or a smaller one if the distances scatter around 0. */
        private static double[] chances(int rounds) {
            var chances = new double[rounds * (rounds + 1) / 2 + 1];
            chances[0] = 1;
            for (int rank = 1; rank <= rounds; rank++) {
                for (int sum = chances.length - 1; sum >= 0; sum--) {
                    chances[sum] = (chances[sum] + (sum < rank ? 0 : chances[sum - rank])) / 2;
                }
            }
            Arrays.parallelPrefix(chances, Double::sum);
            return chances;
        }
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
}
