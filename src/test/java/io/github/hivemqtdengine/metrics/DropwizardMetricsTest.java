// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DropwizardMetricsTest {

    /** Each counter is its place among all, from 1. */
    private static final RouteCounters PLACES = counter -> RouteCounters.ALL.indexOf(counter) + 1;

    private final MetricRegistry registry = new MetricRegistry();
    private final DropwizardMetrics metrics = new DropwizardMetrics(registry);

    @Test
    void shouldShowTheAccountOfARoute() {
        metrics.routeAdded("meters", PLACES);

        assertThat(RouteCounters.ALL)
                .hasSizeGreaterThan(30)
                .allSatisfy(
                        counter -> assertThat(value(counter.metric("meters"))).isEqualTo(PLACES.get(counter)));
        assertThat(value("route.meters.dropped")).isEqualTo(PLACES.dropped());
        assertThat(value("route.meters.difference")).isEqualTo(PLACES.difference());
    }

    @Test
    void shouldShowTheSumsOfAllRoutes() {
        metrics.routeAdded("meters", PLACES);
        metrics.routeAdded("pumps", PLACES);

        assertThat(RouteCounters.ALL)
                .allSatisfy(counter -> assertThat(value(counter.metric("meters").replace("route.meters", "total")))
                        .isEqualTo(2 * PLACES.get(counter)));
        assertThat(value("total.dropped")).isEqualTo(2 * PLACES.dropped());
        assertThat(value("total.difference")).isEqualTo(2 * PLACES.difference());
    }

    @Test
    void shouldCloseTheAccount() {
        var counts = Map.<RouteCounter, Long>of(
                AccountCounter.RECEIVED, 100L,
                AccountCounter.STORED, 50L,
                AccountCounter.STORED_ROWS, 60L,
                AccountCounter.DEAD_LETTERED, 20L,
                DropReason.OVERFLOW, 4L,
                DropReason.DAMAGED, 3L,
                MappingEvent.ROWS_FILTERED, 8L,
                AccountCounter.IN_FLIGHT, 22L);
        RouteCounters account = counter -> counts.getOrDefault(counter, 0L);

        assertThat(account.dropped()).isEqualTo(7);
        assertThat(account.difference()).isEqualTo(1);
    }

    @Test
    void shouldShowAsManyFiguresOfAllRoutesAsOfOne() {
        metrics.routeAdded("meters", PLACES);
        var times = List.of("commit-latency", "batch-rows", "write-latency");

        assertThat(names("total."))
                .containsExactlyInAnyOrderElementsOf(names("route.meters.").stream()
                        .filter(name -> !times.contains(name))
                        .toList());
    }

    private List<String> names(String prefix) {
        return registry.getNames().stream()
                .filter(name -> name.startsWith(name(prefix)))
                .map(name -> name.substring(name(prefix).length()))
                .toList();
    }

    /** An alarm on the growth of a counter needs its first value. */
    @Test
    void shouldShowACounterBeforeItsFirstEvent() {
        var retried = metrics.counter(ExtensionMetric.DATABASE_RETRIES, "plant");
        assertThat(registry.counter(name("database.plant.retries")).getCount()).isZero();

        retried.run();
        metrics.counter(ExtensionMetric.DATABASE_RETRIES, "plant").run();

        assertThat(registry.counter(name("database.plant.retries")).getCount()).isEqualTo(2);
    }

    @Test
    void shouldMeasureLatencies() {
        var meters = metrics.routeAdded("meters", PLACES);
        meters.stored(new long[] {1_000_000, 3_000_000});
        meters.batchStored(500, 2_000_000);

        var commitLatency = registry.timer(name("route.meters.commit-latency"));
        assertThat(commitLatency.getCount()).isEqualTo(2);
        assertThat(commitLatency.getMeanRate()).isPositive();
        assertThat(commitLatency.getSnapshot().getValues()).containsExactly(1_000_000, 3_000_000);
        assertThat(registry.histogram(name("route.meters.batch-rows"))
                        .getSnapshot()
                        .getMax())
                .isEqualTo(500);
        assertThat(registry.timer(name("route.meters.write-latency"))
                        .getSnapshot()
                        .getMax())
                .isEqualTo(2_000_000);
    }

    @Test
    void shouldShowTheValueOfAGaugeNow() {
        var allowed = new AtomicInteger(4);
        metrics.gauge(ExtensionMetric.DATABASE_WRITES_ALLOWED, "plant", allowed::get);
        allowed.set(2);

        assertThat(value("database.plant.writes-allowed")).isEqualTo(2L);
    }

    @Test
    void shouldRemoveWhatItShowedOfADatabaseThatHasGone() {
        for (var database : List.of("plant", "plant.2")) {
            metrics.gauge(ExtensionMetric.DATABASE_UP, database, () -> 1);
            metrics.counter(ExtensionMetric.DATABASE_RETRIES, database).run();
        }
        var retried = metrics.counter(ExtensionMetric.DATABASE_RETRIES, "plant");

        metrics.remove("database.plant");
        retried.run(); // by a lane that did not stop in time

        assertThat(registry.getNames()).containsExactly(name("database.plant.2.retries"), name("database.plant.2.up"));
    }

    @Test
    void shouldShowHowFullTheDiskSpaceIs() {
        metrics.share(ExtensionMetric.SPOOL_SHARE, () -> 250, 1_000);

        assertThat(value("spool.share")).isEqualTo(0.25);
    }

    @Test
    void shouldReplaceWhatIsInTheRegistryThatItMovesTo() {
        metrics.gauge(ExtensionMetric.DATABASE_UP, "plant", () -> 0);
        var own = new MetricRegistry();
        var other = new DropwizardMetrics(own);
        other.gauge(ExtensionMetric.DATABASE_UP, "plant", () -> 1);
        var retried = other.counter(ExtensionMetric.DATABASE_RETRIES, "plant");

        other.moveTo(registry);
        retried.run();

        assertThat(value("database.plant.up")).isEqualTo(1L);
        assertThat(registry.counter(name("database.plant.retries")).getCount()).isEqualTo(1);
        other.close();
        assertThat(registry.getNames()).isEmpty();
    }

    @Test
    void shouldLeaveTheGaugeOfTheCaptureInTheRegistry() {
        registry.counter(DropwizardMetrics.CAPTURE_ACTIVE);

        metrics.close();

        assertThat(registry.getNames()).containsExactly(DropwizardMetrics.CAPTURE_ACTIVE);
    }

    private Object value(String name) {
        return Objects.requireNonNull(registry.getGauges().get(name(name))).getValue();
    }

    @Test
    void shouldLeaveNothingBehind() {
        registry.counter("of.the.broker");
        var meters = metrics.routeAdded("meters", PLACES);
        meters.batchStored(500, 2_000_000);
        var retried = metrics.counter(ExtensionMetric.DATABASE_RETRIES, "plant");
        metrics.gauge(ExtensionMetric.DATABASE_UP, "plant", () -> 1);

        metrics.close();
        meters.batchStored(500, 2_000_000);
        retried.run();

        assertThat(registry.getNames()).containsExactly("of.the.broker");
    }

    private static String name(String name) {
        return "com.hivemq.extensions.tdengine." + name;
    }
}
