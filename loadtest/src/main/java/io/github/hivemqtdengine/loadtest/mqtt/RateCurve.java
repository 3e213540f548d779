// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import io.github.hivemqtdengine.loadtest.scenario.Pace.Step;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Due times of messages while the rate follows steps. The integral of the rate is the number of messages: message k is
 * due when the integral reaches k. The first one is due at once, and one second at 100 a second has exactly 100.
 */
final class RateCurve {

    private static final double MICROS_PER_SECOND = TimeUnit.SECONDS.toMicros(1);
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    /** Tolerance for rounding errors in sums, in messages. */
    private static final double ROUNDING = 1e-6;

    private final List<Step> steps;

    RateCurve(List<Step> steps) {
        this.steps = steps;
    }

    /** Returns the due time in microseconds after the start, or {@link Schedule#NEVER} after the end of the curve. */
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

    /** Solves from t + (to - from) / 2 length t² = area for t, the seconds until the integral is {@code area}. */
    private static double within(Step step, double seconds, double area) {
        double slope = (step.to() - step.from()) / seconds;
        double root = Math.sqrt(Math.max(0, step.from() * step.from() + 2 * slope * area));
        return area == 0 ? 0 : 2 * area / (step.from() + root);
    }
}
