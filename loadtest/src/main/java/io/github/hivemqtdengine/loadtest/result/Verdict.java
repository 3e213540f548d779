// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.result;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import org.jspecify.annotations.Nullable;

/**
 * Check result of a threshold: met, missed or undecided.
 *
 * @param threshold as written in the scenario file
 * @param value median of the rounds; {@code null} if never measured, which misses the threshold
 * @param low lowest of the rounds
 * @param high highest of the rounds
 * @param passed whether the threshold is not missed
 * @param chance probability of rounds like these if the true value is on the other side of the limit, 0 to 1;
 *     {@code null} where every round must keep the limit, or the rounds are incomplete
 * @param provable value from which these rounds would prove a miss; {@code null} without {@code chance}, or with too few
 *     rounds for any proof
 */
public record Verdict(
        String threshold,
        Figure figure,
        @Nullable Double value,
        @Nullable Double low,
        @Nullable Double high,
        boolean passed,
        @Nullable Double chance,
        @Nullable Double provable) {

    /** Creates a result that no statistical test decided. */
    public Verdict(
            String threshold,
            Figure figure,
            @Nullable Double value,
            @Nullable Double low,
            @Nullable Double high,
            boolean passed) {
        this(threshold, figure, value, low, high, passed, null, null);
    }

    /** Returns whether the rounds prove neither that the threshold is kept nor that it is missed. */
    public boolean undecided() {
        return passed && chance != null && chance > Noise.LEVEL;
    }
}
