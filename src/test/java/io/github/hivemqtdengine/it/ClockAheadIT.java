// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import io.github.hivemqtdengine.demo.EmbeddedBroker;
import io.github.hivemqtdengine.testkit.BrokerProcess;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.ShiftedClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A broker whose clock was years ahead stores new messages at the time of the right clock after its next start. */
@Tag("full")
class ClockAheadIT extends BrokerTest {

    private static final Duration AHEAD = Duration.ofDays(3_650);
    private static final String SAYS_SO = "are ahead of the system clock";

    @Test
    void shouldStampWithTheRightClockAfterTheNextStart() throws Exception {
        publish("ahead", ShiftedClock.aheadBy(AHEAD));

        var before = Instant.now();
        var log = publish("right", Map.of());
        publish("again", Map.of());

        database.awaitCount("numbers", 9);
        var nextDay = before.plus(Duration.ofDays(1));
        assertThat(times("ahead")).hasSize(3).allMatch(time -> time.isAfter(nextDay));
        assertThat(times("right")).hasSize(3).allMatch(time -> isBetween(time, before, nextDay));
        assertThat(times("again")).hasSize(3).allMatch(time -> isBetween(time, before, nextDay));
        assertThat(log).contains(SAYS_SO);
    }

    private static boolean isBetween(Instant time, Instant first, Instant last) {
        return !time.isBefore(first.minusMillis(1)) && time.isBefore(last);
    }

    /** Lets a broker of this clock store three messages, or leave them in the spool; returns the log of all brokers so far. */
    private String publish(String client, Map<String, String> clock) throws Exception {
        try (var process =
                BrokerProcess.start(folder, configuration(Routes.NUMBERS, "<delivery/>"), List.of(), clock)) {
            var mqtt = MqttClient.builder()
                    .useMqttVersion5()
                    .identifier(client)
                    .serverHost(EmbeddedBroker.HOST)
                    .serverPort(process.mqttPort())
                    .buildBlocking();
            mqtt.connect();
            for (int n = 0; n < 3; n++) {
                mqtt.publishWith()
                        .topic("load/" + client)
                        .qos(MqttQos.AT_LEAST_ONCE)
                        .payload(("{\"n\": " + n + "}").getBytes(StandardCharsets.UTF_8))
                        .send();
            }
            if (clock.isEmpty()) {
                database.awaitCount("numbers WHERE client = '" + client + "'", 3);
            }
            mqtt.disconnect();
            return process.output();
        }
    }

    private List<Instant> times(String client) throws Exception {
        return database.query("SELECT ts FROM numbers WHERE client = '" + client + "'").stream()
                .map(row -> (Instant) row.get(0))
                .toList();
    }
}
