// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import io.github.hivemqtdengine.testkit.BrokerTest;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The script of the zip learns a configuration from a broker, and the broker runs with it. */
@DisabledOnOs(OS.WINDOWS)
class LearnIT extends BrokerTest {

    private UnpackedExtension extension;

    @BeforeEach
    void unpack() throws Exception {
        extension = new UnpackedExtension(Files.createDirectories(folder.resolve("tools")));
    }

    @Test
    void shouldLearnAConfigurationThatStoresTheMessages() throws Exception {
        Files.writeString(broker.configurationFile(), configuration(StatusIT.ROUTE, ""));
        broker.start(0);
        var client = mqtt5("device");
        var learning = CompletableFuture.supplyAsync(() -> learn("127.0.0.1:" + broker.mqttPort()));

        for (int n = 0; !learning.isDone(); n++) {
            client.publishWith()
                    .topic("site/b" + n % 3 + "/meter/" + n % 5)
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(("{\"v\":" + n + ".5,\"unit\":\"kW\"}").getBytes(StandardCharsets.UTF_8))
                    .send();
        }

        var learned = learning.get();
        assertThat(learned.code()).as(learned.err()).isZero();
        assertThat(learned.err())
                .contains("Subscribed to site/# of 127.0.0.1:" + broker.mqttPort() + " for 3 s")
                .containsPattern("\\d+ messages on 15 topics: (\\d+) of \\1 samples would be stored, by 1 route");
        assertThat(learned.out()).contains("<mqtt-topic-filter>site/{site}/meter/{meter}</mqtt-topic-filter>");
        extension.configure(learned.out());
        assertThat(extension.run(folder, "validate").out()).contains("is valid: 1 database (local)");

        var routes = learned.out().replaceAll("(?s).*<routes>|</routes>.*", "");
        Files.writeString(broker.configurationFile(), configuration(routes, ""));
        broker.stop();
        broker.start(0);
        mqtt5("device")
                .publishWith()
                .topic("site/b9/meter/9")
                .payload("{\"v\":1.5,\"unit\":\"kW\"}".getBytes(StandardCharsets.UTF_8))
                .send();
        awaitFigure("site_meter", "stored", 1);
    }

    private UnpackedExtension.Result learn(String address) {
        try {
            return extension.run(
                    folder, "suggest", "--broker", address, "--topic-filter", "site/#", "--minutes", "0.05");
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldSayWhyABrokerCannotBeUsed() throws Exception {
        int free;
        try (var socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }

        var refused = learn("127.0.0.1:" + free);

        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err())
                .contains("The broker 127.0.0.1:" + free + " can't be used: ")
                .contains("Connection refused");
        assertThat(learn("a b").err()).contains("is not HOST or HOST:PORT");
    }
}
