package io.github.hivemqtdengine.loadtest.scenario;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import java.util.List;
import java.util.Optional;

/**
 * What a figure shall be, like {@code latency-p99-ms extension/do-nothing <= 1.1} or {@code rows-missing extension = 0}.
 *
 * @param figure which
 * @param contender of which mode or variant the medians of the rounds are taken
 * @param base by which other one's figure it is divided; none for the figure itself
 * @param comparator how it is compared
 * @param limit with what
 */
public record Threshold(
        Figure figure, Contender contender, Optional<Contender> base, Comparator comparator, double limit) {

    /** Those that it is about. */
    public List<Contender> contenders() {
        return base.map(other -> List.of(contender, other)).orElse(List.of(contender));
    }

    /** How a figure is compared with its limit. */
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
