package io.github.hivemqtdengine.loadtest.scenario;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import java.util.List;
import java.util.Optional;

/**
 * What a figure shall be, like {@code latency-p99-ms extension/do-nothing <= 1.1} or {@code rows-missing extension = 0}.
 *
 * @param figure which
 * @param mode of which mode the medians of the rounds are taken
 * @param base by which other mode's figure it is divided; none for the figure itself
 * @param comparator how it is compared
 * @param limit with what
 */
public record Threshold(Figure figure, Mode mode, Optional<Mode> base, Comparator comparator, double limit) {

    /** The modes that it is about. */
    public List<Mode> modes() {
        return base.map(other -> List.of(mode, other)).orElse(List.of(mode));
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
