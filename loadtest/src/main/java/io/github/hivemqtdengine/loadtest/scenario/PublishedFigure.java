package io.github.hivemqtdengine.loadtest.scenario;

import io.github.hivemqtdengine.loadtest.measure.Figure;

/**
 * Metric published by others.
 *
 * @param source origin, a few words
 */
public record PublishedFigure(Figure figure, double value, String source) {}
