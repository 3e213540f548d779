package io.github.hivemqtdengine.loadtest.result;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import org.jspecify.annotations.Nullable;

/**
 * Whether a threshold was kept.
 *
 * @param threshold as the scenario file has it
 * @param figure which figure
 * @param value what came out, the median of the rounds; none if it was never measured, which misses the threshold
 * @param low the lowest of the rounds
 * @param high the highest of the rounds
 * @param passed whether it was kept
 */
public record Verdict(
        String threshold,
        Figure figure,
        @Nullable Double value,
        @Nullable Double low,
        @Nullable Double high,
        boolean passed) {}
