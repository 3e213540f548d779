// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hivemq.client.mqtt.MqttClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedBrokerIT {

    private static final Path ZIP = Path.of(System.getProperty("extension.zip"));

    @TempDir
    Path folder;

    @Test
    void shouldTakeConnectionsAgainAfterARestartOnTheSamePort() throws IOException {
        try (var broker = brokerAlone()) {
            broker.start(0);
            int port = broker.mqttPort();
            connectOnce(port);
            broker.stop();

            broker.start(port);

            assertThat(broker.mqttPort()).isEqualTo(port);
            connectOnce(port);
        }
    }

    @Test
    void shouldUnpackTheExtensionAfresh() throws IOException {
        try (var first = new EmbeddedBroker(folder, ZIP)) {
            Files.writeString(first.extensionFolder().resolve("DISABLED"), "");
        }

        try (var second = new EmbeddedBroker(folder, ZIP)) {
            assertThat(second.extensionFolder().resolve("DISABLED")).doesNotExist();
            assertThat(second.extensionFolder().resolve("hivemq-extension.xml")).isRegularFile();
        }
    }

    @Test
    void shouldNotStartOnAPortInUse() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var broker = brokerAlone()) {
            assertThatThrownBy(() -> broker.start(taken.getLocalPort()))
                    .hasMessageContaining(Integer.toString(taken.getLocalPort()));
        }
    }

    /** A broker whose extension stays off: nothing here needs a database. */
    private EmbeddedBroker brokerAlone() throws IOException {
        var broker = new EmbeddedBroker(folder, ZIP);
        Files.writeString(broker.extensionFolder().resolve("DISABLED"), "");
        return broker;
    }

    private static void connectOnce(int port) {
        var client = MqttClient.builder()
                .useMqttVersion5()
                .serverHost(EmbeddedBroker.HOST)
                .serverPort(port)
                .buildBlocking();
        client.connect();
        assertThat(client.getState().isConnected()).isTrue();
        client.disconnect();
    }
}
