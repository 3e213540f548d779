// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import org.jspecify.annotations.Nullable;

/**
 * Metric published by others, or ratio of a metric between two contenders.
 *
 * @param source origin, a few words
 * @param contender contender whose metric is the dividend; {@code null} for the metric itself
 * @param base contender whose metric is the divisor; {@code null} for the metric itself
 */
public record PublishedFigure(
        Figure figure,
        double value,
        String source,
        @Nullable Contender contender,
        @Nullable Contender base) {

    /** Creates a published metric that is not a ratio. */
    public PublishedFigure(Figure figure, double value, String source) {
        this(figure, value, source, null, null);
    }
}
