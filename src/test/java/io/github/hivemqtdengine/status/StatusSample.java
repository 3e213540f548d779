// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.status;

import com.codahale.metrics.MetricRegistry;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.metrics.DropwizardMetrics;
import io.github.hivemqtdengine.metrics.ExtensionMetric;
import io.github.hivemqtdengine.pipeline.account.RouteAccount;
import io.github.hivemqtdengine.status.ActiveConfiguration.DatabasePlace;
import io.github.hivemqtdengine.status.ActiveConfiguration.Rejection;
import io.github.hivemqtdengine.status.ActiveConfiguration.RouteName;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Metrics and configuration of an extension that tests set, and the content of its status. */
final class StatusSample {

    final DropwizardMetrics metrics = new DropwizardMetrics(new MetricRegistry());
    final DeadLetterCounts deadLetters = new DeadLetterCounts();
    final RecentWarnings warnings = new RecentWarnings();
    final SetClock clock = new SetClock();
    final StatusDocument document =
            new StatusDocument(metrics, deadLetters, warnings, clock, () -> clock.millis() * 1_000_000);

    private final List<RouteName> routes = new ArrayList<>();
    private final Map<String, Long> databases = new ConcurrentHashMap<>();
    private final List<DatabasePlace> places = new ArrayList<>();
    private volatile @Nullable Rejection rejection;
    private @Nullable Duration silence;

    /** A clock that stands still. */
    static final class SetClock extends Clock {

        private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");

        void advance(Duration time) {
            now = now.plus(time);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    /** Adds a route; the account receives what is counted of it. */
    RouteAccount route(String id) {
        routes.add(new RouteName(id, "plant", silence));
        return new RouteAccount(id, metrics);
    }

    /** Lets routes that are added from now on be silent after a time without a message. */
    void setSilence(Duration after) {
        silence = after;
    }

    /** Adds a database that accepts rows. */
    void database(String id, String url) {
        places.add(DatabasePlace.of(id, url));
        setUp(id, true);
        metrics.gauge(ExtensionMetric.DATABASE_UP, id, () -> databases.getOrDefault(id, 0L));
    }

    void setUp(String databaseId, boolean isUp) {
        databases.put(databaseId, isUp ? 1L : 0L);
    }

    void reject(String problems) {
        rejection = new Rejection(clock.instant(), problems);
    }

    ActiveConfiguration active() {
        return new ActiveConfiguration(
                Path.of("conf/config.xml"), Instant.parse("2025-12-31T23:00:00Z"), rejection, 4, routes, places);
    }

    byte[] bytes() {
        document.observe(active());
        return document.write(active(), false);
    }

    StatusNode status() throws DecodeException {
        return StatusNode.read(bytes());
    }
}
