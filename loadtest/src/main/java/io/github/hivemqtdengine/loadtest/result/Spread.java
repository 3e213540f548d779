// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.result;

import java.util.Collection;

/**
 * Distribution of one metric over several rounds. Quartiles between two values are interpolated linearly.
 *
 * @param median the middle value, or the mean of the two in the middle
 * @param low minimum
 * @param high maximum
 * @param lowerQuartile value at a quarter of the ranks
 * @param upperQuartile value at three quarters of the ranks
 */
public record Spread(double median, double low, double high, double lowerQuartile, double upperQuartile) {

    /**
     * Computes the spread of values.
     *
     * @throws IllegalArgumentException if there are none
     */
    public static Spread of(Collection<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("There is no spread of no values");
        }
        var sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return new Spread(
                atRank(sorted, 0.5), sorted[0], sorted[sorted.length - 1], atRank(sorted, 0.25), atRank(sorted, 0.75));
    }

    private static double atRank(double[] sorted, double part) {
        double rank = part * (sorted.length - 1);
        int below = (int) rank;
        int above = Math.min(below + 1, sorted.length - 1);
        double weight = rank - below;
        return sorted[below] * (1 - weight) + sorted[above] * weight;
    }
}
