package io.github.hivemqtdengine.loadtest.mqtt;

import io.github.hivemqtdengine.loadtest.scenario.Pace.Step;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * When each message is due while the rate follows steps. The area below the curve is the number of messages: the one
 * with number k is due when the area reaches k, so the first one at once, and a second at 100 a second has exactly 100.
 */
final class RateCurve {

    private static final double MICROS_PER_SECOND = TimeUnit.SECONDS.toMicros(1);
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    /** What sums of fractions may miss a whole message by. */
    private static final double ROUNDING = 1e-6;

    private final List<Step> steps;

    RateCurve(List<Step> steps) {
        this.steps = steps;
    }

    /** Microseconds after the start at which a message is due, {@link Schedule#NEVER} if the curve ends before. */
    long micros(long message) {
        double before = 0;
        double rest = message;
        for (var step : steps) {
            double seconds = step.length().toNanos() / NANOS_PER_SECOND;
            double area = (step.from() + step.to()) / 2 * seconds;
            if (rest < area - ROUNDING) {
                return Math.round((before + within(step, seconds, Math.max(0, rest))) * MICROS_PER_SECOND);
            }
            before += seconds;
            rest -= area;
        }
        return Schedule.NEVER;
    }

    /** Seconds after which the area of a step is so large: the root of from t + (to - from) / 2 length t² = area. */
    private static double within(Step step, double seconds, double area) {
        double slope = (step.to() - step.from()) / seconds;
        double root = Math.sqrt(Math.max(0, step.from() * step.from() + 2 * slope * area));
        return area == 0 ? 0 : 2 * area / (step.from() + root);
    }
}
