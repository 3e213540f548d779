package io.github.hivemqtdengine.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DropwizardMetricsTest {

    private final MetricRegistry registry = new MetricRegistry();
    private final DropwizardMetrics metrics = new DropwizardMetrics(registry);

    @Test
    void shouldShowTheAccountOfARoute() {
        metrics.routeAdded("meters", new FixedCounters());

        assertThat(gauge("received")).isEqualTo(100L);
        assertThat(gauge("stored")).isEqualTo(50L);
        assertThat(gauge("stored-rows")).isEqualTo(60L);
        assertThat(gauge("dead-lettered")).isEqualTo(20L);
        assertThat(gauge("dropped")).isEqualTo(7L);
        assertThat(gauge("dropped.overflow")).isEqualTo(7L);
        assertThat(gauge("dropped.dead-letters-full")).isEqualTo(0L);
        assertThat(gauge("in-flight")).isEqualTo(22L);
        assertThat(gauge("retried")).isEqualTo(3L);
        assertThat(gauge("bumped-rows")).isEqualTo(4L);
        assertThat(gauge("overwritten-rows")).isEqualTo(5L);
        assertThat(gauge("tag-changes")).isEqualTo(6L);
        assertThat(gauge("delayed-acknowledgements")).isEqualTo(9L);
        assertThat(gauge("difference")).isEqualTo(1L);
    }

    @Test
    void shouldShowTheSumsOfAllRoutes() {
        metrics.routeAdded("meters", new FixedCounters());
        metrics.routeAdded("pumps", new FixedCounters());

        assertThat(value("total.received")).isEqualTo(200L);
        assertThat(value("total.stored")).isEqualTo(100L);
        assertThat(value("total.stored-rows")).isEqualTo(120L);
        assertThat(value("total.dead-lettered")).isEqualTo(40L);
        assertThat(value("total.dropped")).isEqualTo(14L);
        assertThat(value("total.dropped.overflow")).isEqualTo(14L);
        assertThat(value("total.in-flight")).isEqualTo(44L);
        assertThat(value("total.retried")).isEqualTo(6L);
        assertThat(value("total.bumped-rows")).isEqualTo(8L);
        assertThat(value("total.overwritten-rows")).isEqualTo(10L);
        assertThat(value("total.tag-changes")).isEqualTo(12L);
        assertThat(value("total.difference")).isEqualTo(2L);
    }

    @Test
    void shouldShowAsManyFiguresOfAllRoutesAsOfOne() {
        metrics.routeAdded("meters", new FixedCounters());
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
    void shouldShowTheRetriesOfADatabaseBeforeTheFirst() {
        metrics.databaseHealth("plant", () -> true, () -> false, () -> 0);

        assertThat(registry.getCounters()).containsKey(name("database.plant.retries"));
    }

    @Test
    void shouldMeasureLatencies() {
        var meters = metrics.routeAdded("meters", new FixedCounters());
        meters.stored(new long[] {1_000_000, 3_000_000});
        meters.batchStored(500, 2_000_000);
        metrics.writeRetried("plant");

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
        assertThat(registry.counter(name("database.plant.retries")).getCount()).isEqualTo(1);
    }

    @Test
    void shouldShowHowManyWritesADatabaseMayHaveUnderWay() {
        var allowed = new AtomicInteger(4);
        metrics.writesAllowed("plant", allowed::get);
        allowed.set(2);

        assertThat(Objects.requireNonNull(registry.getGauges().get(name("database.plant.writes-allowed")))
                        .getValue())
                .isEqualTo(2L);
    }

    @Test
    void shouldShowTheHealthOfADatabase() {
        var waiting = new AtomicInteger();
        metrics.databaseHealth("plant", () -> waiting.get() == 0, () -> waiting.get() == 3, waiting::get);
        assertThat(value("database.plant.up")).isEqualTo(1L);
        assertThat(value("database.plant.needs-operator")).isEqualTo(0L);

        waiting.set(3);

        assertThat(value("database.plant.up")).isEqualTo(0L);
        assertThat(value("database.plant.needs-operator")).isEqualTo(1L);
        assertThat(value("database.plant.waiting-lanes")).isEqualTo(3L);
    }

    @Test
    void shouldShowTheConnectionsOfADatabaseUntilItIsRemoved() {
        var open = new AtomicInteger(4);
        metrics.connections("plant", open::get);
        assertThat(value("database.plant.connections")).isEqualTo(4L);

        metrics.databaseRemoved("plant");

        assertThat(registry.getGauges()).doesNotContainKey(name("database.plant.connections"));
    }

    @Test
    void shouldShowTheAgeOfTheOldestMessage() {
        metrics.oldestMessage("plant", () -> 1_500);

        assertThat(value("database.plant.oldest-age-ms")).isEqualTo(1_500L);
    }

    @Test
    void shouldRemoveWhatItShowedOfADatabaseThatHasGone() {
        for (var databaseId : List.of("plant", "plant.2")) {
            metrics.databaseHealth(databaseId, () -> false, () -> true, () -> 1);
            metrics.writesAllowed(databaseId, () -> 1);
            metrics.oldestMessage(databaseId, () -> 1);
            metrics.writeRetried(databaseId);
        }

        metrics.databaseRemoved("plant");
        metrics.writeRetried("plant"); // by a lane that did not stop in time

        assertThat(registry.getNames())
                .noneMatch(name -> name.startsWith(name("database.plant.")) && !name.contains("plant.2"))
                .filteredOn(name -> name.contains("plant.2"))
                .hasSize(6);
    }

    @Test
    void shouldShowHowFullTheDiskSpaceIs() {
        metrics.spoolSize(() -> 250, 1_000, () -> 7);
        metrics.deadLetters(() -> 100, 1_000, () -> true);

        assertThat(value("spool.bytes")).isEqualTo(250L);
        assertThat(value("spool.max-bytes")).isEqualTo(1_000L);
        assertThat(value("spool.share")).isEqualTo(0.25);
        assertThat(value("spool.damaged-bytes")).isEqualTo(7L);
        assertThat(value("dead-letters.degraded")).isEqualTo(1L);
        assertThat(value("dead-letters.bytes")).isEqualTo(100L);
        assertThat(value("dead-letters.max-bytes")).isEqualTo(1_000L);
        assertThat(value("dead-letters.share")).isEqualTo(0.1);
    }

    @Test
    void shouldShowTheChangesOfTheConfigurationAndTheReplay() {
        metrics.reloads(new FixedCounters.Configuration());
        metrics.replay(() -> 4_096);

        assertThat(value("last-reload-accepted")).isEqualTo(0L);
        assertThat(value("configuration.reloads")).isEqualTo(3L);
        assertThat(value("configuration.rejected")).isEqualTo(2L);
        assertThat(value("configuration.active-since")).isEqualTo(1_790_000_000L);
        assertThat(value("replay.remaining-bytes")).isEqualTo(4_096L);
    }

    @Test
    void shouldShowTheBirthsOfSparkplugEdgeNodes() {
        metrics.births(() -> 3, () -> 4_000, () -> 5, () -> 6);
        metrics.rebirths(() -> 7, () -> 8);

        assertThat(value("sparkplug.nodes")).isEqualTo(3L);
        assertThat(value("sparkplug.birth-bytes")).isEqualTo(4_000L);
        assertThat(value("sparkplug.ignored-births")).isEqualTo(5L);
        assertThat(value("sparkplug.forgotten-nodes")).isEqualTo(6L);
        assertThat(value("sparkplug.rebirths-requested")).isEqualTo(7L);
        assertThat(value("sparkplug.rebirths-suppressed")).isEqualTo(8L);
    }

    @Test
    void shouldReplaceWhatIsInTheRegistryThatItMovesTo() {
        metrics.writesAllowed("plant", () -> 4);
        var own = new MetricRegistry();
        var other = new DropwizardMetrics(own);
        other.writesAllowed("plant", () -> 2);

        other.moveTo(registry);
        other.writeRetried("plant");

        assertThat(value("database.plant.writes-allowed")).isEqualTo(2L);
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
        var meters = metrics.routeAdded("meters", new FixedCounters());
        meters.batchStored(500, 2_000_000);
        metrics.writeRetried("plant");
        metrics.writesAllowed("plant", () -> 4);

        metrics.close();
        meters.batchStored(500, 2_000_000);
        metrics.writeRetried("plant");

        assertThat(registry.getNames()).containsExactly("of.the.broker");
    }

    private Object gauge(String name) {
        return Objects.requireNonNull(registry.getGauges().get(name("route.meters." + name)))
                .getValue();
    }

    private static String name(String name) {
        return "com.hivemq.extensions.tdengine." + name;
    }
}
