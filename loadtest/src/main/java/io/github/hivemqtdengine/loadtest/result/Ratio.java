package io.github.hivemqtdengine.loadtest.result;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.scenario.Contender;

/**
 * A figure of one contender divided by that of another, from rounds that took turns.
 *
 * @param figure which figure
 * @param contender whose figure is divided
 * @param base by whose
 * @param value the median of the one by the median of the other
 * @param low the lowest ratio of two rounds with the same number
 * @param high the highest ratio of two rounds with the same number
 */
public record Ratio(Figure figure, Contender contender, Contender base, double value, double low, double high) {}
