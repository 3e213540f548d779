// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.result;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Metric of a contender in a run, beside the same metric of another run.
 *
 * @param median median of the run's rounds
 * @param low lowest of the rounds
 * @param high highest of the rounds
 * @param rounds number of rounds with the metric
 * @param percent difference of the medians in percent of the other run's; {@code null} if that is 0 or missing
 * @param chance probability of rounds that differ as much although nothing has changed, 0 to 1; {@code null} if the
 *     other run lacks the metric, or with too few rounds to tell
 * @param withinNoise whether the rounds do not prove a difference; also with too few rounds
 */
public record Difference(
        double median,
        double low,
        double high,
        int rounds,
        @Nullable Double percent,
        @Nullable Double chance,
        boolean withinNoise) {

    private static final double PERCENT = 100;

    /**
     * Compares a metric.
     *
     * @param base rounds of the other run; empty for the run that others are compared with
     * @return empty if the run lacks the metric
     */
    public static Optional<Difference> of(List<Round> rounds, List<Round> base, Figure figure, Contender contender) {
        var values = Ratios.byRound(rounds, figure, contender).values();
        if (values.isEmpty()) {
            return Optional.empty();
        }
        var spread = Spread.of(values);
        var others = Ratios.byRound(base, figure, contender).values();
        var chance = Noise.ofDifference(values, others);
        return Optional.of(new Difference(
                spread.median(),
                spread.low(),
                spread.high(),
                values.size(),
                others.isEmpty() ? null : percent(spread.median(), Ratios.median(others)),
                chance.isPresent() ? chance.getAsDouble() : null,
                chance.orElse(1) > Noise.LEVEL));
    }

    private static @Nullable Double percent(double value, double base) {
        if (value == base) {
            return 0.0;
        }
        double percent = PERCENT * (value - base) / Math.abs(base);
        return Double.isFinite(percent) ? percent : null;
    }
}
