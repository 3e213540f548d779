package io.github.hivemqtdengine.loadtest.scenario;

import io.github.hivemqtdengine.loadtest.measure.Figure;

/**
 * What somebody else has measured, elsewhere.
 *
 * @param figure of what kind
 * @param value how much
 * @param source whose it is, a few words
 */
public record PublishedFigure(Figure figure, double value, String source) {}
