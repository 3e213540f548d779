// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.testkit.BrokerProcess;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.FloodingClient;
import io.github.hivemqtdengine.testkit.Patience;
import io.github.hivemqtdengine.testkit.TcpRelay;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One client sends without pause while the database is away. HiveMQ's own start script lets a broker end whose heap is
 * full, so do these.
 */
@Tag("full")
class FloodIT extends BrokerTest {

    private static final List<String> SMALL_BROKER = List.of("-Xmx256m", "-XX:+CrashOnOutOfMemoryError");
    /** As much as the documents say that the defaults need. */
    private static final List<String> USUAL_BROKER = List.of("-Xmx512m", "-XX:+CrashOnOutOfMemoryError");

    private static final String LITTLE_QUEUE = "<queue bytes=\"1 MiB\"/>";

    /** Each takes a KiB of heap while it waits, so they would fill that of two such brokers. */
    private static final long SMALL_MESSAGES = 500_000;

    /** Of 10 kB each: more than the heap. */
    private static final long LARGE_MESSAGES = 30_000;

    @AutoClose
    private TcpRelay link;

    @BeforeEach
    void cutTheLink() {
        link = new TcpRelay(database.jdbcUrl());
        link.cut();
    }

    @Test
    void shouldOutliveAFloodBehindAHeldAcknowledgement() throws Exception {
        try (var process = start(LITTLE_QUEUE + "<acknowledge>on-commit</acknowledge>");
                var client = FloodingClient.connect(process.mqttPort(), "gateway")) {
            client.publishUnacknowledged("a/held");

            client.flood("a/flood", 10, SMALL_MESSAGES);

            assertThatAnotherClientIsServed(process);
        }
    }

    @Test
    void shouldOutliveAFloodThatIsFasterThanTheSpool() throws Exception {
        try (var process = start(LITTLE_QUEUE);
                var client = FloodingClient.connect(process.mqttPort(), "gateway")) {
            client.flood("a/flood", 10_000, LARGE_MESSAGES);

            assertThatAnotherClientIsServed(process);
        }
    }

    /** Messages of all sizes, many topics, and consecutive floods, during an outage of the database and after it. */
    @ParameterizedTest
    @ValueSource(strings = {"", "<acknowledge>on-commit</acknowledge><ack-hold time-limit=\"5 s\"/>"})
    void shouldOutliveHostileClientsWithTheDefaultBounds(String delivery) throws Exception {
        try (var process = start(delivery, USUAL_BROKER)) {
            annoy(process, 100_000);
            link.mend();
            annoy(process, 10_000);

            assertThatAnotherClientIsServed(process);
        }
    }

    private static void annoy(BrokerProcess process, long smallMessages) throws Exception {
        try (var client = reconnect(process)) {
            client.publishUnacknowledged("a/held");
            client.flood("a/large", 6 << 20, 10);
        }
        try (var client = reconnect(process)) {
            client.publishUnacknowledged("a/held");
            client.flood(number -> "a/" + number + "/" + "t".repeat(180), 3, 10_000);
        }
        try (var client = reconnect(process)) {
            client.publishUnacknowledged("a/held");
            client.flood("a/small", 10, smallMessages);
        }
        try (var client = reconnect(process)) {
            client.flood("a/medium", 20_000, 5_000);
        }
    }

    /** A new connection may be ended, too, when the time limit of a message of the earlier one is over. */
    private static FloodingClient reconnect(BrokerProcess process) {
        return await("a connection of the hostile client")
                .failFast("the broker ended", () -> !process.isAlive())
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> FloodingClient.connect(process.mqttPort(), "hostile"), Objects::nonNull);
    }

    private BrokerProcess start(String delivery) throws Exception {
        return start(delivery, SMALL_BROKER);
    }

    private BrokerProcess start(String delivery, List<String> options) throws Exception {
        return BrokerProcess.start(
                folder,
                configuration(Routes.EVERYTHING, "<delivery>" + delivery + "</delivery>")
                        .replace(database.jdbcUrl(), link.jdbcUrl()),
                options);
    }

    private void assertThatAnotherClientIsServed(BrokerProcess process) throws Exception {
        link.mend();
        try (var other = FloodingClient.connect(process.mqttPort(), "other")) {
            other.publishUnacknowledged("a/other");
            await("the row of another client, behind all of the flood")
                    .atMost(Patience.LIMIT.multipliedBy(3))
                    .failFast("the broker ended", () -> !process.isAlive())
                    .until(() -> !database.queryWhatIsThere("SELECT * FROM messages WHERE client = 'other'")
                            .isEmpty());
        }
        process.awaitEvenAccount("everything");
        assertThat(process.isAlive()).isTrue();
    }
}
