// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.result;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import org.jspecify.annotations.Nullable;

/**
 * Check result of a threshold.
 *
 * @param threshold as written in the scenario file
 * @param value median of the rounds; {@code null} if never measured, which misses the threshold
 * @param low lowest of the rounds
 * @param high highest of the rounds
 * @param passed whether the threshold was kept, or the rounds do not prove that it was missed
 * @param chance probability of rounds like these although the threshold holds, 0 to 1; {@code null} if the value keeps
 *     the threshold or too few rounds were measured to tell
 */
public record Verdict(
        String threshold,
        Figure figure,
        @Nullable Double value,
        @Nullable Double low,
        @Nullable Double high,
        boolean passed,
        @Nullable Double chance) {

    /** Creates a result that no statistical test decided. */
    public Verdict(
            String threshold,
            Figure figure,
            @Nullable Double value,
            @Nullable Double low,
            @Nullable Double high,
            boolean passed) {
        this(threshold, figure, value, low, high, passed, null);
    }

    /** Returns whether the value misses the threshold, but the rounds do not prove it. */
    public boolean withinNoise() {
        return passed && chance != null;
    }
}
