// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.metrics.AccountCounter;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.metrics.ExtensionMetric;
import io.github.hivemqtdengine.metrics.RouteCounters;
import io.github.hivemqtdengine.pipeline.account.DeadLetter;
import io.github.hivemqtdengine.pipeline.account.DeadLetters;
import io.github.hivemqtdengine.pipeline.account.RouteAccount;
import io.github.hivemqtdengine.status.ActiveConfiguration.DatabasePlace;
import io.github.hivemqtdengine.status.RecentWarnings.Warning;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatusDocumentTest {

    private static final DeadLetter LETTER = new DeadLetter(
            "meters",
            new InboundMessage("meter/1", new byte[0], "client", null, 0, false, false, Mqtt5Properties.NONE, 0),
            DeadLetterReason.TYPE_MISMATCH,
            "no number");

    private final StatusSample sample = new StatusSample();

    @Test
    void shouldShowTheAccountOfARoute() throws Exception {
        var account = sample.route("meters");
        account.add(AccountCounter.RECEIVED, 20);
        account.add(AccountCounter.STORED, 9);
        account.add(AccountCounter.DEAD_LETTERED, 1);
        account.add(AccountCounter.IN_FLIGHT, 2);
        account.drop(DropReason.OVERFLOW, 3);
        account.drop(DropReason.NO_ROWS, 5);
        sample.deadLetters.counting(letter -> true).keep(LETTER);

        var route = sample.status().nodes("routes").get(0);

        assertThat(route.text("id")).isEqualTo("meters");
        assertThat(route.text("database")).isEqualTo("plant");
        assertThat(route.count("received")).isEqualTo(20);
        assertThat(route.count("stored")).isEqualTo(9);
        assertThat(route.count("dead-lettered")).isEqualTo(1);
        assertThat(route.count("dead-lettered.type_mismatch")).isEqualTo(1);
        assertThat(route.count("dropped")).isEqualTo(8);
        assertThat(route.count("dropped.overflow")).isEqualTo(3);
        assertThat(route.count("lost"))
                .as("without what the mapping leaves out")
                .isEqualTo(3);
        assertThat(route.has("retried")).as("a count of 0").isFalse();
        assertThat(route.has("commitP50Ms"))
                .as("latency before the first commit")
                .isFalse();
    }

    @Test
    void shouldShowSectionsOfOthersWithFewRoutesIfThereIsNoRoom() throws Exception {
        sample.document.add("short", max -> Map.of("routes", max));
        assertThat(sample.status().node("short").count("routes")).isEqualTo(StatusDocument.MAX_LISTED);

        sample.document.add("long", max -> "x".repeat(max * 5_000));

        assertThat(sample.bytes()).hasSizeLessThanOrEqualTo(StatusDocument.MAX_BYTES);
        assertThat(sample.status().node("short").count("routes")).isEqualTo(50);
    }

    @Test
    void shouldShowTheLatencyOfCommits() throws Exception {
        sample.metrics.routeAdded("meters", counter -> 0).stored(new long[] {2_000_000, 2_000_000});
        sample.metrics.routeAdded("pumps", counter -> 0);
        sample.document.observe(sample.active());

        assertThat(sample.metrics.commitLatency("pumps")).isNull();
        assertThat(sample.metrics.commitLatency("meters")).satisfies(latency -> {
            assertThat(latency.p50Nanos()).isEqualTo(2_000_000);
            assertThat(latency.p99Nanos()).isEqualTo(2_000_000);
        });
    }

    @Test
    void shouldShowTheRowsPerSecondSinceTheWriteBefore() throws Exception {
        var account = sample.route("meters");
        account.add(AccountCounter.STORED_ROWS, 100);
        sample.bytes();
        account.add(AccountCounter.STORED_ROWS, 55);
        sample.clock.advance(Duration.ofSeconds(5));

        assertThat(sample.status().nodes("routes").get(0).number("rowsPerSecond"))
                .isEqualTo(11);
    }

    @Test
    void shouldCountOnlyDeadLettersThatAreKept() throws Exception {
        var isFull = new AtomicBoolean(true);
        DeadLetters counted = sample.deadLetters.counting(letter -> !isFull.get());

        assertThat(counted.keep(LETTER)).isFalse();
        assertThat(sample.deadLetters.of("meters")).isEmpty();
        isFull.set(false);
        assertThat(counted.keep(LETTER)).isTrue();

        assertThat(sample.deadLetters.of("meters")).containsOnlyKeys("type_mismatch");
        assertThat(counted.sync()).isTrue();
        sample.bytes();
        assertThat(sample.deadLetters.of("meters")).as("of a removed route").isEmpty();
    }

    @Test
    void shouldShowSinceWhenADatabaseIsDownAndItsLastFailure() throws Exception {
        sample.database("plant", "jdbc:TAOS-WS://td1:6041");
        sample.status();
        sample.clock.advance(Duration.ofMinutes(1));
        sample.setUp("plant", false);
        sample.warnings.add(new Warning(Instant.EPOCH, "warn", "Database \"plant\" accepts no rows"), "plant");
        var downSince = sample.clock.instant();
        sample.status();
        sample.clock.advance(Duration.ofMinutes(1));

        var database = sample.status().nodes("databases").get(0);

        assertThat(database.flag("up")).isFalse();
        assertThat(database.time("since")).isEqualTo(downSince);
        assertThat(database.text("host")).isEqualTo("td1:6041");
        assertThat(database.count("lanes")).isEqualTo(4);
        assertThat(database.node("lastError").text("text")).isEqualTo("Database \"plant\" accepts no rows");
    }

    @Test
    void shouldTellAChangeOfStateFromOtherCounts() {
        var account = sample.route("meters");
        sample.database("plant", "jdbc:TAOS-WS://td1:6041");
        assertThat(sample.document.observe(sample.active())).isTrue();

        account.receive();
        sample.clock.advance(Duration.ofSeconds(1));
        assertThat(sample.document.observe(sample.active())).isFalse();

        sample.setUp("plant", false);
        assertThat(sample.document.observe(sample.active())).as("database").isTrue();
        sample.warnings.add(new Warning(Instant.EPOCH, "warn", "something"), null);
        assertThat(sample.document.observe(sample.active())).as("warning").isTrue();
        sample.reject("line 7");
        assertThat(sample.document.observe(sample.active())).as("rejection").isTrue();
        assertThat(sample.document.observe(sample.active())).isFalse();
    }

    @Test
    void shouldShowMetricsByTheirNames() throws Exception {
        sample.metrics.gauge(ExtensionMetric.SPOOL_BYTES, () -> 300);
        sample.metrics.gauge(ExtensionMetric.SPOOL_MAX_BYTES, () -> 400);
        sample.metrics.share(ExtensionMetric.SPOOL_SHARE, () -> 300, 400);
        sample.metrics.counter(ExtensionMetric.DATABASE_RETRIES, "plant").run();
        sample.database("plant", "jdbc:TAOS-WS://td1:6041");

        var status = sample.status();

        assertThat(status.node("metrics").count("spool.bytes")).isEqualTo(300);
        assertThat(status.node("metrics").number("spool.share")).isEqualTo(0.75);
        assertThat(status.nodes("databases").get(0).count("retries")).isEqualTo(1);
        assertThat(status.count("process")).isEqualTo(ProcessHandle.current().pid());
        assertThat(status.node("configuration").text("file")).endsWith("config.xml");
    }

    @Test
    void shouldListTheRoutesWithTroubleAndSumUpTheOthers() throws Exception {
        for (int number = 0; number < 1_500; number++) {
            var account = sample.route("route-with-a-long-name-as-a-plant-would-have-it-" + number);
            account.add(AccountCounter.RECEIVED, 10);
            account.add(AccountCounter.STORED, 10);
            account.add(AccountCounter.STORED_ROWS, 10);
        }
        sample.route("busy").add(AccountCounter.STORED_ROWS, 1_000);
        sample.route("troubled").add(AccountCounter.DEAD_LETTERED, 1);

        var bytes = sample.bytes();

        assertThat(bytes.length).isLessThanOrEqualTo(StatusDocument.MAX_BYTES);
        var status = StatusNode.read(bytes);
        assertThat(status.nodes("routes")).hasSize(StatusDocument.MAX_LISTED);
        assertThat(status.nodes("routes").subList(0, 2).stream().map(route -> route.text("id")))
                .containsExactly("troubled", "busy");
        assertThat(status.node("otherRoutes").count("routes")).isEqualTo(1_502 - StatusDocument.MAX_LISTED);
        assertThat(status.node("otherRoutes").count("received")).isEqualTo(10 * (1_502 - StatusDocument.MAX_LISTED));
        assertThat(status.node("otherRoutes").has("id")).isFalse();
    }

    /** Every counter of every route, and texts as long as they can be. */
    @Test
    void shouldStayBelowItsSizeWhateverThereIs() throws Exception {
        var text = "\u4e2d\u0001".repeat(5_000);
        for (int number = 0; number < 1_000; number++) {
            fill(sample.route("r".repeat(60) + number));
            sample.database("d".repeat(60) + number, "jdbc:TAOS-WS://" + "h".repeat(5_000));
            sample.warnings.add(
                    new Warning(Instant.EPOCH, "warn", StatusDocument.cut(text, 500)), "d".repeat(60) + number);
        }
        sample.setUp("d".repeat(60) + 999, false);
        sample.reject(text);

        var bytes = sample.bytes();

        assertThat(bytes.length).isLessThanOrEqualTo(StatusDocument.MAX_BYTES);
        var status = StatusNode.read(bytes);
        assertThat(status.nodes("routes")).isNotEmpty();
        assertThat(status.nodes("databases").get(0).flag("up"))
                .as("first database")
                .isFalse();
        assertThat(status.nodes("warnings")).hasSize(RecentWarnings.MAX);
    }

    private static void fill(RouteAccount account) {
        for (var counter : RouteCounters.ALL) {
            account.add(counter, Long.MAX_VALUE / 1_000_000);
        }
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
                    jdbc:TAOS-WS://td1:6041,                                   td1:6041
                    'jdbc:TAOS-WS://td1:6041,td2:6041/db?user=a&password=b@c', 'td1:6041,td2:6041'
                    jdbc:TAOS-WS://root:taosdata@td1:6041/db,                  td1:6041
                    jdbc:TAOS-WS://root:p@ss@td1:6041?token=t,                 td1:6041
                    jdbc:TAOS-WS://[::1]:6041/db,                              [::1]:6041
                    jdbc:postgresql://questdb:8812/qdb,                        questdb:8812
                    jdbc:other,                                                ''
                    """)
    void shouldShowHostsOnly(String url, String hosts) {
        assertThat(DatabasePlace.of("plant", url).host()).isEqualTo(hosts);
    }
}
