// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.testkit.BrokerProcess;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.FloodingClient;
import io.github.hivemqtdengine.testkit.SparkplugPayload;
import io.github.hivemqtdengine.testkit.TcpRelay;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Small messages become rows that would fill the heap of a small broker: many rows, each with a long value that the
 * message has once, or with many columns. HiveMQ's own start script lets a broker end whose heap is full, so do these.
 */
class RowFloodIT extends BrokerTest {

    private static final int MAX_ROWS = 99_999;

    /** Rows of a message that are all stored, which takes a while. */
    private static final int STORED_ROWS = 25_000;

    private static final int WIDE_ROWS = 3_000;

    private static final int TOPIC_BYTES = 4_000;

    /** Enough for the lanes to have some at a time; each is much more than the heap has left. */
    private static final int MESSAGES = 8;

    private static final String TAGGED = """
            <route>
              <id>rows</id>
              <mqtt-topic-filters><mqtt-topic-filter>rows/#</mqtt-topic-filter></mqtt-topic-filters>
              <payload format="json" rows=""/>
              <table super-table="tagged" sub-table="t_${mqtt-topic}">
                <timestamp/>
                <tag    name="origin" type="VARCHAR(4096)" value="${mqtt-topic}"/>
                <column name="v"      type="DOUBLE"        value="${payload:/v}"/>
              </table>
            </route>
            """;

    private static final String AUTOMATIC = """
            <route>
              <id>rows</id>
              <mqtt-topic-filters><mqtt-topic-filter>rows/#</mqtt-topic-filter></mqtt-topic-filters>
              <payload format="json" rows=""/>
              <table super-table="automatic" sub-table="t_${mqtt-topic}" columns="auto">
                <auto-columns limit="1000"/>
                <timestamp/>
                <tag name="origin" type="VARCHAR(4096)" value="${mqtt-topic}"/>
              </table>
            </route>
            """;

    private static final String SPARKPLUG = "<route><id>plant</id><payload format=\"sparkplug\"/></route>";

    @AutoClose
    private TcpRelay link;

    /** What the database does while the messages come. */
    private enum Database {
        UP,
        SLOW,
        AWAY
    }

    @BeforeEach
    void openLink() {
        link = new TcpRelay(database.jdbcUrl());
    }

    /** 160 kB of payload with 80 MB of rows, in less heap than these take. */
    @Test
    void shouldStoreManyRowsThatShareALongTopic() throws Exception {
        int rows = 20_000;
        try (var process = start(TAGGED, "-Xmx96m");
                var client = FloodingClient.connect(process.mqttPort(), "hostile")) {
            client.publish(longTopic(0), array(rows, "{\"v\":1}"));

            await("the rows")
                    .failFast("the broker ended", () -> !process.isAlive())
                    .until(() -> database.count("tagged") == rows);
            assertThatAnotherClientIsServed(process, "tagged");
            assertThat(process.figure("rows", "dead-lettered")).isZero();
        }
    }

    @Tag("full")
    @ParameterizedTest
    @EnumSource
    void shouldOutliveRowsThatShareALongTopic(Database state) throws Exception {
        try (var process = start(TAGGED, "-Xmx512m")) {
            flood(process, state, STORED_ROWS, "{\"v\":1}");

            assertThatAnotherClientIsServed(process, "tagged");
            assertThat(database.count("tagged")).isEqualTo(MESSAGES * (long) STORED_ROWS + 1);
        }
    }

    @Tag("full")
    @ParameterizedTest
    @EnumSource
    void shouldOutliveRowsOfManyAutomaticColumns(Database state) throws Exception {
        var all =
                IntStream.range(0, 1_000).mapToObj(i -> "\"c" + i + "\":1").collect(Collectors.joining(",", "{", "}"));
        try (var process = start(AUTOMATIC, "-Xmx512m")) {
            try (var client = FloodingClient.connect(process.mqttPort(), "first")) {
                client.publish("rows/first", array(1, all));
                database.awaitCount("automatic", 1);
            }
            flood(process, state, MAX_ROWS, "{\"c999\":1}");
            flood(process, state, WIDE_ROWS, "{\"c0\":1}");

            assertThatAnotherClientIsServed(process, "automatic");
            assertThat(process.figure("rows", "dead-lettered")).isEqualTo(MESSAGES);
            assertThat(Files.readString(process.deadLetterFile())).contains("bytes of memory");
        }
    }

    @Tag("full")
    @ParameterizedTest
    @EnumSource
    void shouldOutliveLargeBirths(Database state) throws Exception {
        var birth = new SparkplugPayload(1_767_322_800_000L).bdSeq(0);
        IntStream.range(0, 99_000).forEach(i -> birth.born("m" + i, i, i));
        var compressed = SparkplugPayload.compressed(birth.seq(0));
        try (var process = start(SPARKPLUG, "-Xmx512m");
                var client = FloodingClient.connect(process.mqttPort(), "hostile")) {
            set(state);
            for (int i = 0; i < 12; i++) {
                client.publish("spBv1.0/G/NBIRTH/E" + i, compressed);
            }
            await("the births to be received")
                    .failFast("the broker ended", () -> !process.isAlive())
                    .until(() -> process.figure("plant", "received") == 12);
            restore();
            try (var other = FloodingClient.connect(process.mqttPort(), "other")) {
                other.publish(
                        "spBv1.0/G/NBIRTH/other",
                        new SparkplugPayload(1_767_322_800_000L)
                                .bdSeq(0)
                                .born("volts", 1, 230)
                                .seq(0));
                awaitRow(process, "SELECT * FROM spb_float WHERE node = 'other'");
            }
            process.awaitEvenAccount("plant");
            process.awaitEvenAccount("plant-state");
        }
    }

    private void flood(BrokerProcess process, Database state, int rows, String row) throws Exception {
        long before = process.figure("rows", "received");
        set(state);
        try (var client = FloodingClient.connect(process.mqttPort(), "hostile")) {
            for (int i = 0; i < MESSAGES; i++) {
                client.publish(longTopic(i), array(rows, row));
            }
            await("the messages to be received")
                    .failFast("the broker ended", () -> !process.isAlive())
                    .until(() -> process.figure("rows", "received") == before + MESSAGES);
        }
        restore();
        await("the outcome of each message")
                .atMost(Duration.ofMinutes(10))
                .failFast("the broker ended", () -> !process.isAlive())
                .until(() -> process.figure("rows", "in-flight") == 0);
    }

    private void set(Database state) {
        switch (state) {
            case UP -> {}
            case SLOW -> link.delay(Duration.ofMillis(50));
            case AWAY -> link.cut();
        }
    }

    private void restore() {
        link.delay(Duration.ZERO);
        link.mend();
    }

    private static String longTopic(int number) {
        return "rows/" + number + "/" + "t".repeat(TOPIC_BYTES - 7);
    }

    private static byte[] array(int rows, String row) {
        return ("[" + (row + ",").repeat(rows - 1) + row + "]").getBytes(StandardCharsets.UTF_8);
    }

    private BrokerProcess start(String route, String heap) throws IOException {
        return BrokerProcess.start(
                folder,
                configuration(route, "")
                        .replace(database.jdbcUrl(), link.jdbcUrl())
                        .replace("</name>", "</name><schema>evolve</schema>"),
                List.of(heap, "-XX:+CrashOnOutOfMemoryError"));
    }

    private void assertThatAnotherClientIsServed(BrokerProcess process, String table) throws Exception {
        try (var other = FloodingClient.connect(process.mqttPort(), "other")) {
            other.publish("rows/other", array(1, table.equals("tagged") ? "{\"v\":7}" : "{\"c0\":7}"));
            awaitRow(process, "SELECT * FROM " + table + " WHERE origin = 'rows/other'");
        }
        process.awaitEvenAccount("rows");
        assertThat(process.isAlive()).isTrue();
    }

    private void awaitRow(BrokerProcess process, String query) {
        await("the row of another client")
                .failFast("the broker ended", () -> !process.isAlive())
                .until(() -> !database.queryWhatIsThere(query).isEmpty());
    }
}
