// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.status;

import io.github.hivemqtdengine.metrics.AccountCounter;
import io.github.hivemqtdengine.metrics.DropwizardMetrics;
import io.github.hivemqtdengine.status.ActiveConfiguration.RouteName;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** Routes that should receive messages and do not, found by the counts of received messages. For one thread. */
final class SilentRoutes {

    private final DropwizardMetrics metrics;
    private final Clock clock;
    private final LongSupplier nanos;
    private Map<String, Latest> latest = Map.of();

    /**
     * Messages of a route.
     *
     * @param time when the count was first seen
     * @param nanos the same, by a clock that is never set
     */
    private record Latest(long received, Instant time, long nanos) {}

    /** @param nanos a clock like {@link System#nanoTime} */
    SilentRoutes(DropwizardMetrics metrics, Clock clock, LongSupplier nanos) {
        this.metrics = metrics;
        this.clock = clock;
        this.nanos = nanos;
    }

    /** Notes which routes have received messages; returns the ids of those that are silent, with their last message. */
    Map<String, Instant> observe(List<RouteName> routes) {
        var before = latest;
        latest = new HashMap<>();
        long now = nanos.getAsLong();
        var silent = new HashMap<String, Instant>();
        for (var route : routes) {
            var silence = route.silence();
            if (silence != null) {
                long received =
                        metrics.value(AccountCounter.RECEIVED, route.id()).longValue();
                var known = before.get(route.id());
                var last = known == null || known.received != received
                        ? new Latest(received, clock.instant(), now)
                        : known;
                latest.put(route.id(), last);
                if (now - last.nanos >= silence.toNanos()) {
                    silent.put(route.id(), last.time);
                }
            }
        }
        return silent;
    }
}
