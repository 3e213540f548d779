// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.result;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.scenario.Contender;

/**
 * Metric of one contender divided by that of another, from alternating rounds.
 *
 * @param contender contender of the dividend
 * @param base contender of the divisor
 * @param value median of the ratios of two rounds with the same number
 * @param low lowest ratio of two rounds with the same number
 * @param high highest ratio of two rounds with the same number
 */
public record Ratio(Figure figure, Contender contender, Contender base, double value, double low, double high) {}
