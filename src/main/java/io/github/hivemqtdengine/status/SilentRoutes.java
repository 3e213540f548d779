// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.status;

import io.github.hivemqtdengine.metrics.AccountCounter;
import io.github.hivemqtdengine.metrics.DropwizardMetrics;
import io.github.hivemqtdengine.status.ActiveConfiguration.RouteName;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Routes that should receive messages and do not, found by the counts of received messages. For one thread. */
final class SilentRoutes {

    private final DropwizardMetrics metrics;
    private final Clock clock;
    private Map<String, Latest> latest = Map.of();

    /**
     * Messages of a route.
     *
     * @param time when the count was first seen
     */
    private record Latest(long received, Instant time) {}

    SilentRoutes(DropwizardMetrics metrics, Clock clock) {
        this.metrics = metrics;
        this.clock = clock;
    }

    /** Notes which routes have received messages; returns the ids of those that are silent, with their last message. */
    Map<String, Instant> observe(List<RouteName> routes) {
        var before = latest;
        latest = new HashMap<>();
        var now = clock.instant();
        var silent = new HashMap<String, Instant>();
        for (var route : routes) {
            var silence = route.silence();
            if (silence != null) {
                long received =
                        metrics.value(AccountCounter.RECEIVED, route.id()).longValue();
                var known = before.get(route.id());
                var last = known == null || known.received != received ? new Latest(received, now) : known;
                latest.put(route.id(), last);
                if (Duration.between(last.time, now).compareTo(silence) >= 0) {
                    silent.put(route.id(), last.time);
                }
            }
        }
        return silent;
    }
}
