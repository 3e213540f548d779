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
 * @param passed whether the threshold was kept
 */
public record Verdict(
        String threshold,
        Figure figure,
        @Nullable Double value,
        @Nullable Double low,
        @Nullable Double high,
        boolean passed) {}
