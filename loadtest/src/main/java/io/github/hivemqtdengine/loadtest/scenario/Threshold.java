package io.github.hivemqtdengine.loadtest.scenario;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import java.util.List;
import java.util.Optional;

/**
 * Condition on a metric, like {@code latency-p99-ms extension/do-nothing <= 1.1} or {@code rows-missing extension = 0}.
 *
 * @param contender mode or variant of the metric
 * @param base contender of the divisor; empty for no division
 * @param limit bound of the comparison
 */
public record Threshold(
        Figure figure, Contender contender, Optional<Contender> base, Comparator comparator, double limit) {

    /** Returns the contenders that the threshold refers to. */
    public List<Contender> contenders() {
        return base.map(other -> List.of(contender, other)).orElse(List.of(contender));
    }

    /** Comparison of a metric with its limit. */
    public enum Comparator {
        AT_LEAST(">="),
        AT_MOST("<="),
        EQUAL("=");

        private final String sign;

        Comparator(String sign) {
            this.sign = sign;
        }

        public String sign() {
            return sign;
        }
    }
}
