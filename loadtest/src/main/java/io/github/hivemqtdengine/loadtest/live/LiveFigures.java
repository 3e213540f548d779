// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.live;

import io.github.hivemqtdengine.loadtest.measure.LoadCounts;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Figures of a running round.
 *
 * @param round the round
 * @param elapsed time since all clients were connected
 * @param left planned time until publishers have finished; empty if they are as fast as the broker, or have finished
 * @param counts counts so far
 * @param perSecond rates since the last figures
 * @param rows stored rows; empty if none are counted
 */
record LiveFigures(
        LiveRound.Title round,
        Duration elapsed,
        Optional<Duration> left,
        LoadCounts counts,
        Rates perSecond,
        OptionalLong rows) {

    /**
     * Messages per second.
     *
     * @param sent messages sent
     * @param acknowledged messages acknowledged
     * @param received deliveries
     */
    record Rates(double sent, double acknowledged, double received) {

        static final Rates NONE = new Rates(0, 0, 0);

        static Rates between(LoadCounts before, LoadCounts after, double seconds) {
            return new Rates(
                    (after.sent() - before.sent()) / seconds,
                    (after.acknowledged() - before.acknowledged()) / seconds,
                    (after.received() - before.received()) / seconds);
        }
    }

    /** Returns the messages not yet acknowledged; 0 at QoS 0. */
    long unacknowledged() {
        return round.acknowledges() ? Math.max(0, counts.sent() - counts.acknowledged()) : 0;
    }

    /** Returns the 99th percentile of the latency in the last seconds, in milliseconds; 0 without deliveries. */
    double recentP99Millis() {
        return counts.recent().percentileMillis(99);
    }
}
