// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import io.github.hivemqtdengine.demo.EmbeddedBroker;
import io.github.hivemqtdengine.testkit.BrokerProcess;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.TcpRelay;
import java.io.IOException;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A broker that dies whenever it writes one of the messages, long after the write has begun or after the request has
 * timed out: {@code -Dpoison.write-seconds=60} sets how long. The same with a database that hangs is an outage.
 */
@Tag("full")
class SlowPoisonIT extends BrokerTest {

    private static final Duration WRITE = Duration.ofSeconds(Long.getLong("poison.write-seconds", 5));

    /** Starts after the first crash; the next one has to store the neighbours. */
    private static final int MAX_CRASHES = 5;

    private static final int NEIGHBOURS = 20;

    /** More than all other requests of a connection have, and less than the poison. */
    private static final int STALL_BYTES = 35_000;

    private static final String POISON = "p".repeat(40_000);

    private static final String ROUTE = """
            <route>
              <id>slow</id>
              <mqtt-topic-filters>
                <mqtt-topic-filter>slow</mqtt-topic-filter>
              </mqtt-topic-filters>
              <payload format="raw"/>
              <table super-table="slow" sub-table="slow_1">
                <timestamp/>
                <tag    name="topic"   type="VARCHAR(64)"    value="${mqtt-topic}"/>
                <column name="payload" type="VARCHAR(45000)" value="${payload}"/>
              </table>
            </route>
            """;

    @AutoClose
    private TcpRelay link;

    @BeforeEach
    void openLink() {
        link = new TcpRelay(database.jdbcUrl());
    }

    /** @param attempts writes of the poison in each process; all but the last one time out */
    @ParameterizedTest
    @CsvSource({"1, 10 min", "2, 1 s"})
    void shouldIsolateAMessageThatEndsTheBrokerDuringALongWrite(int attempts, String requestTimeout) throws Exception {
        link.stallAfterRequest(STALL_BYTES);
        try (var process = start(requestTimeout)) {
            publishWithPoison(process);
            dieAtWrite(process, attempts, 0);
        }
        for (int crash = 1; crash <= MAX_CRASHES && deadLetters().isEmpty(); crash++) {
            int stalls = link.stalls();
            try (var process = start(requestTimeout)) {
                dieAtWrite(process, attempts, stalls);
            }
        }

        try (var last = start(requestTimeout)) {
            await("the neighbours").until(() -> stored() == NEIGHBOURS);
            last.awaitEvenAccount("slow");
        }
        assertThat(deadLetters()) // the last kill may come between the letter and its commit, which repeats the letter
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line)
                        .contains("\"suspect\"", "process died 3 times")
                        .contains(Base64.getEncoder().encodeToString(utf8(POISON))));
    }

    /** A kill while nothing answers is no evidence against the message that waits. */
    @Test
    void shouldMakeNoDeadLetterOfWhatWaitsForADatabaseThatHangs() throws Exception {
        try (var process = start("10 min")) {
            link.stallAfterRequest(1);
            link.cut();
            link.mend();
            publishWithPoison(process);
        }
        for (int kill = 1; kill <= 2 * MAX_CRASHES; kill++) {
            int stalls = link.stalls();
            try (var process = start("10 min")) {
                await("a connection that hangs").until(() -> link.stalls() > stalls);
                assertThat(process.figure("slow", "in-flight")).isEqualTo(NEIGHBOURS + 1);
            }
        }

        link.stallAfterRequest(Integer.MAX_VALUE);
        try (var last = start("10 min")) {
            await("all messages").until(() -> stored() == NEIGHBOURS + 1);
            last.awaitEvenAccount("slow");
        }
        assertThat(deadLetters()).isEmpty();
    }

    /** A write lasts for this time, which is part of the experiment; the test waits for no event. */
    private void dieAtWrite(BrokerProcess process, int attempts, int stalls) throws Exception {
        await("the write, or a dead letter")
                .until(() ->
                        link.stalls() >= stalls + attempts || !deadLetters().isEmpty());
        if (deadLetters().isEmpty() && attempts == 1) {
            assertThat(new CountDownLatch(1).await(WRITE.toSeconds(), TimeUnit.SECONDS))
                    .isFalse();
        }
        process.kill();
    }

    private BrokerProcess start(String requestTimeout) throws IOException {
        var configuration = configuration(
                        ROUTE, "<delivery><lanes>2</lanes><retry first-delay=\"50 ms\" max-delay=\"1 s\"/></delivery>")
                .replace(database.jdbcUrl(), link.jdbcUrl())
                .replace("</database>", "<request-timeout>" + requestTimeout + "</request-timeout></database>");
        return BrokerProcess.start(folder, configuration);
    }

    private static void publishWithPoison(BrokerProcess process) throws IOException {
        var client = MqttClient.builder()
                .useMqttVersion5()
                .identifier("publisher")
                .serverHost(EmbeddedBroker.HOST)
                .serverPort(process.mqttPort())
                .buildBlocking();
        client.connect();
        publish(client, POISON);
        for (int i = 0; i < NEIGHBOURS; i++) {
            publish(client, "n" + i);
        }
        client.disconnect();
    }

    private static void publish(Mqtt5BlockingClient client, String payload) {
        client.publishWith()
                .topic("slow")
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(utf8(payload))
                .send();
    }

    private int stored() throws Exception {
        return database.queryWhatIsThere("SELECT payload FROM slow").size();
    }
}
