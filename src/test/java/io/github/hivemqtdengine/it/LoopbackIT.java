// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.hivemq.client.mqtt.MqttClient;
import io.github.hivemqtdengine.demo.EmbeddedBroker;
import io.github.hivemqtdengine.testkit.BrokerProcess;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.ListeningSockets;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Listening sockets. What tests start has known passwords or none, so other machines must not reach it. */
class LoopbackIT extends BrokerTest {

    /** TDengine has no setting for the address that it listens on; the fixture warns. */
    private static final List<String> WITHOUT_SETTING = List.of("taosd", "taosadapter");

    @Test
    void shouldListenOnTheLoopbackAddressOnly() throws Exception {
        assumeTrue(ListeningSockets.areKnown(), "not Linux");
        startBroker("""
                <route>
                  <id>all</id>
                  <mqtt-topic-filters><mqtt-topic-filter>#</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="raw"/>
                  <table super-table="m" sub-table="${mqtt-topic}">
                    <timestamp/>
                    <tag name="topic" type="VARCHAR(64)" value="${mqtt-topic}"/>
                    <column name="payload" type="VARCHAR(64)" value="${payload}"/>
                  </table>
                </route>
                """);
        mqtt5("probe").publishWith().topic("a").payload(Payloads.utf8("x")).send();
        database.awaitCount("m", 1);

        var self = ProcessHandle.current();
        assertThat(ListeningSockets.of(self)).isNotEmpty();
        for (var process : Stream.concat(Stream.of(self), self.descendants()).toList()) {
            if (!hasNoSetting(process)) {
                assertThat(reachable(process))
                        .as(String.valueOf(process.info()))
                        .isEmpty();
            }
        }
    }

    /** A port of the extension would be listed besides the MQTT listener. */
    @Tag("full")
    @Test
    void shouldOpenNoPortBesideTheListenersOfTheBroker() throws Exception {
        assumeTrue(ListeningSockets.areKnown(), "not Linux");
        try (var process = BrokerProcess.start(folder, configuration(Routes.EVERYTHING, ""))) {
            var client = MqttClient.builder()
                    .useMqttVersion5()
                    .serverHost(EmbeddedBroker.HOST)
                    .serverPort(process.mqttPort())
                    .buildBlocking();
            client.connect();
            client.publishWith().topic("a").payload(Payloads.utf8("x")).send();
            database.awaitCount("messages", 1);

            assertThat(ListeningSockets.of(process.handle()))
                    .extracting(ListeningSockets.Listener::port)
                    .containsExactly(process.mqttPort());
            assertThat(process.handle().descendants()).isEmpty();
        }
    }

    private static boolean hasNoSetting(ProcessHandle process) {
        return WITHOUT_SETTING.stream()
                .anyMatch(name -> process.info().command().orElse("").endsWith("/" + name));
    }

    private static List<ListeningSockets.Listener> reachable(ProcessHandle process) throws IOException {
        return process.isAlive() ? ListeningSockets.reachableFromOutside(process) : List.of();
    }
}
