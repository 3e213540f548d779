// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import io.github.hivemqtdengine.demo.EmbeddedBroker;
import io.github.hivemqtdengine.testkit.BrokerProcess;
import io.github.hivemqtdengine.testkit.BrokerTest;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A message that is nearly as large as the broker allows, in a broker that has little memory for it. */
@Tag("full")
class LargeMessageIT extends BrokerTest {

    /** As in HiveMQ's own start script: an OutOfMemoryError ends the process even if it is caught. */
    private static final List<String> LITTLE_HEAP = List.of("-Xmx1g", "-XX:+CrashOnOutOfMemoryError");

    private static final int PAYLOAD = 250_000_000;
    private static final int PATIENCE_MILLIS = 300_000;

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldKeepAsADeadLetterWhatIsTooLarge(int qos) throws Exception {
        var configuration = configuration(Routes.EVERYTHING, "");
        try (var process = BrokerProcess.start(folder, configuration, LITTLE_HEAP)) {
            long checksum;
            try (var socket = new Socket(InetAddress.getLoopbackAddress(), process.mqttPort())) {
                socket.setSoTimeout(PATIENCE_MILLIS);
                connect(socket);
                checksum = publish(socket, qos);
                if (qos > 0) {
                    assertThat(socket.getInputStream().readNBytes(4)).containsExactly(0x40, 2, 0, 1);
                }
                await("the dead letter").until(() -> process.figure("everything", "dead-lettered") == 1);
            }
            publishSmall(process);

            database.awaitCount("messages", 1);
            assertThat(process.isAlive()).isTrue();
            assertThat(process.figure("everything", "received")).isEqualTo(2);
            assertThat(process.output()).doesNotContain("OutOfMemory");
            assertDeadLetter(process, checksum);
        }
    }

    private static void connect(Socket socket) throws IOException {
        var packet = new byte[] {0x10, 15, 0, 4, 'M', 'Q', 'T', 'T', 4, 2, 0, 0, 0, 3, 'b', 'i', 'g'};
        socket.getOutputStream().write(packet);
        assertThat(socket.getInputStream().readNBytes(4)).containsExactly(0x20, 2, 0, 0);
    }

    /** Publishes random bytes to the topic {@code big}; returns their checksum. */
    private static long publish(Socket socket, int qos) throws IOException {
        var head = new ByteArrayOutputStream();
        var out = new DataOutputStream(head);
        out.writeByte(0x30 | (qos << 1));
        int length = 5 + (qos > 0 ? 2 : 0) + PAYLOAD;
        for (int left = length; left > 0; left >>= 7) {
            out.writeByte((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
        }
        out.writeUTF("big");
        if (qos > 0) {
            out.writeShort(1);
        }
        socket.getOutputStream().write(head.toByteArray());
        var payload = new CheckedOutputStream(socket.getOutputStream(), new CRC32());
        var random = new Random(1);
        var chunk = new byte[1_000_000];
        for (int sent = 0; sent < PAYLOAD; sent += chunk.length) {
            random.nextBytes(chunk);
            payload.write(chunk);
        }
        return payload.getChecksum().getValue();
    }

    private static void publishSmall(BrokerProcess process) throws IOException {
        var client = MqttClient.builder()
                .useMqttVersion5()
                .identifier("small")
                .serverHost(EmbeddedBroker.HOST)
                .serverPort(process.mqttPort())
                .buildBlocking();
        client.connect();
        client.publishWith()
                .topic("small")
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(utf8("x"))
                .send();
        client.disconnect();
    }

    /** Reads it piece by piece, as it is too large for a string. */
    private static void assertDeadLetter(BrokerProcess process, long checksum) throws IOException {
        var checked = new CRC32();
        long size = 0;
        try (var parser =
                new JsonFactory().createParser(process.deadLetterFile().toFile())) {
            var found = new HashMap<String, String>();
            for (var token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.VALUE_STRING && parser.currentName().equals("payload")) {
                    size = parser.readBinaryValue(new CheckedOutputStream(OutputStream.nullOutputStream(), checked));
                } else if (token == JsonToken.VALUE_STRING) {
                    found.put(parser.currentName(), parser.getText());
                }
            }
            assertThat(found).containsEntry("reason", "too_large").containsEntry("topic", "big");
        }
        assertThat(size).isEqualTo(PAYLOAD);
        assertThat(checked.getValue()).isEqualTo(checksum);
    }
}
