// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;

/**
 * Condition on a metric, like {@code latency-p99-ms extension/do-nothing <= 1.1} or {@code rows-missing extension = 0}.
 * With {@code extension - do-nothing} it is a condition on the difference.
 *
 * @param contender mode or variant of the metric
 * @param base contender to compare with; empty for the metric itself
 * @param operator kind of comparison with the base
 * @param limit bound of the comparison
 * @param database database that it is promised for, {@code tdengine} or {@code questdb}; empty for any
 */
public record Threshold(
        Figure figure,
        Contender contender,
        Optional<Contender> base,
        Operator operator,
        Comparator comparator,
        double limit,
        Optional<String> database) {

    /** Creates a condition on a metric, or on its quotient by that of the base, with any database. */
    public Threshold(
            Figure figure, Contender contender, Optional<Contender> base, Comparator comparator, double limit) {
        this(figure, contender, base, Operator.QUOTIENT, comparator, limit, Optional.empty());
    }

    /** Returns the contenders that the threshold refers to. */
    public List<Contender> contenders() {
        return base.map(other -> List.of(contender, other)).orElse(List.of(contender));
    }

    /** Comparison of a contender's metric with the base's. */
    public enum Operator {
        /** Infinite for a divisor of 0, but 1 for 0 to 0. */
        QUOTIENT("/", (value, base) -> value == 0 && base == 0 ? 1 : value / base),
        DIFFERENCE(" - ", (value, base) -> value - base);

        private final String sign;

        @SuppressWarnings("ImmutableEnumChecker") // no operator has a state
        private final DoubleBinaryOperator operator;

        Operator(String sign, DoubleBinaryOperator operator) {
            this.sign = sign;
            this.operator = operator;
        }

        public String sign() {
            return sign;
        }

        public double apply(double value, double base) {
            return operator.applyAsDouble(value, base);
        }
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
