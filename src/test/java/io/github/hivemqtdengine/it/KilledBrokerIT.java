// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import io.github.hivemqtdengine.demo.EmbeddedBroker;
import io.github.hivemqtdengine.spool.archive.ArchivedMessages;
import io.github.hivemqtdengine.testkit.BrokerProcess;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.PacedLoad;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Kills the broker's process repeatedly under load: {@code -Dkill.rounds=50} sets the number of kills. Afterwards the
 * database has each acknowledged message once.
 */
@Tag("full")
class KilledBrokerIT extends BrokerTest {

    private static final int ROUNDS = Integer.getInteger("kill.rounds", 3);
    /** Messages that are acknowledged late are kept in the same way as those acknowledged at once. */
    private static final int ROUNDS_WHERE_ACKNOWLEDGED_LATE = Math.max(1, ROUNDS / 3);

    private static final int CLIENTS = 4;
    private static final int MESSAGES_PER_SECOND = 8_000;
    private static final int MAX_PER_ROUND = 8_000;

    /** Little memory, so that much of what waits is read from the disk again. */
    private static final String LITTLE_MEMORY = "<queue messages=\"500\"/>";

    private final Set<String> acknowledged = new HashSet<>();

    @ParameterizedTest
    @EnumSource(
            value = MqttQos.class,
            names = {"AT_LEAST_ONCE", "EXACTLY_ONCE"})
    void shouldStoreOnceWhatItAcknowledged(MqttQos qos) throws Exception {
        assertStoresOnceWhatItAcknowledges(ROUNDS, qos, LITTLE_MEMORY);
    }

    @ParameterizedTest
    @CsvSource({
        "AT_LEAST_ONCE, <durability>fsync</durability>",
        "EXACTLY_ONCE,  <durability>fsync</durability>",
        "AT_LEAST_ONCE, <acknowledge>on-commit</acknowledge>",
        "EXACTLY_ONCE,  <acknowledge>on-commit</acknowledge>"
    })
    void shouldStoreOnceWhatItAcknowledgedLate(MqttQos qos, String late) throws Exception {
        assertStoresOnceWhatItAcknowledges(ROUNDS_WHERE_ACKNOWLEDGED_LATE, qos, late + LITTLE_MEMORY);
    }

    @Test
    void shouldHaveWhatItAcknowledgedInItsArchive() throws Exception {
        assertStoresOnceWhatItAcknowledges(
                ROUNDS_WHERE_ACKNOWLEDGED_LATE,
                MqttQos.AT_LEAST_ONCE,
                LITTLE_MEMORY + "<spool max-bytes=\"16 MiB\"/><archive/>");

        var data = folder.resolve("broker/data/hivemq-tdengine-extension");
        var archived = new HashSet<String>();
        try (var archive = new ArchivedMessages(data, Long.MIN_VALUE, Long.MAX_VALUE)) {
            for (var next = archive.next(); next != null; next = archive.next()) {
                var payload = new String(next.message().payload(), StandardCharsets.UTF_8);
                archived.add(next.message().topic() + payload);
            }
            assertThat(archive.damaged()).isZero();
        }
        assertThat(archived).hasSameSizeAs(stored()).hasSizeGreaterThanOrEqualTo(acknowledged.size());
    }

    private void assertStoresOnceWhatItAcknowledges(int rounds, MqttQos qos, String delivery) throws Exception {
        var configuration = configuration(Routes.NUMBERS, "<delivery>" + delivery + "</delivery>");
        long next = 0;
        for (int round = 0; round < rounds; round++) {
            next = killUnderLoad(configuration, qos, next);
        }

        try (var process = BrokerProcess.start(folder, configuration)) {
            await("the rows").until(() -> new HashSet<>(stored()).containsAll(acknowledged));
            assertEvenAccount(process);
            assertThat(process.output()).doesNotContain("ERROR");
        }
        assertThat(stored()).doesNotHaveDuplicates();
        for (int client = 0; client < CLIENTS; client++) {
            assertThat(numbersOf(client)).as("client " + client).isSorted();
        }
    }

    /** Messages left by earlier processes count as received by this one. */
    private static void assertEvenAccount(BrokerProcess process) throws Exception {
        process.awaitEvenAccount("load");
        assertThat(process.figure("load", "dead-lettered")).isZero();
        assertThat(process.figure("load", "dropped")).isZero();
        assertThat(process.figure("load", "stored")).isEqualTo(process.figure("load", "received"));
    }

    /** Kills the broker somewhere between the first acknowledgement and many; returns the next message's number. */
    private long killUnderLoad(String configuration, MqttQos qos, long first) throws Exception {
        int enough = ThreadLocalRandom.current().nextInt(1, MAX_PER_ROUND);
        try (var process = BrokerProcess.start(folder, configuration);
                var load = new PacedLoad(connect(process), MESSAGES_PER_SECOND, qos, first)) {
            load.awaitMore(enough);
            process.kill();
            load.pause();
            var kept = load.acknowledgedMessages();
            assertThat(kept).hasSizeGreaterThanOrEqualTo(enough);
            acknowledged.addAll(kept);
            return load.nextNumber() + MESSAGES_PER_SECOND; // a tick may not have ended yet
        }
    }

    private static List<Mqtt5AsyncClient> connect(BrokerProcess process) throws Exception {
        var clients = new ArrayList<Mqtt5AsyncClient>();
        for (int i = 0; i < CLIENTS; i++) {
            var client = MqttClient.builder()
                    .useMqttVersion5()
                    .identifier("client-" + i)
                    .serverHost(EmbeddedBroker.HOST)
                    .serverPort(process.mqttPort())
                    .buildAsync();
            client.connect().join();
            clients.add(client);
        }
        return clients;
    }

    /** Rows stored so far; a broker that is killed early has not created its table yet. */
    private List<String> stored() throws Exception {
        return database.queryWhatIsThere("SELECT client, n FROM numbers").stream()
                .map(row -> row.get(0) + "/" + row.get(1))
                .toList();
    }

    private List<Long> numbersOf(int client) throws Exception {
        return database.query("SELECT n FROM numbers WHERE client = '" + client + "' ORDER BY ts").stream()
                .map(row -> Long.valueOf(String.valueOf(row.get(0))))
                .toList();
    }
}
