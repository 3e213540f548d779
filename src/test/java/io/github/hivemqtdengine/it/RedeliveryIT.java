// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.testkit.BrokerTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A publisher that got no acknowledgement sends its message again. */
class RedeliveryIT extends BrokerTest {

    private static final int CONNECT = 0x10;
    private static final int CONNACK = 0x20;
    private static final int PUBLISH_QOS_1 = 0x32;
    private static final int DUP = 0x08;
    private static final int PUBACK = 0x40;

    @Test
    void shouldStoreARowOnceThatIsDeliveredTwice() throws Exception {
        startBroker(Routes.equalTimes("overwrite"));

        publishTwice();

        awaitFigure("points", "stored", 2);
        database.awaitCount("points", 1);
        assertThat(figure("points", "overwritten-rows")).isEqualTo(1);
    }

    @Test
    void shouldKeepTheSecondDeliveryAsADeadLetterWhereEqualTimesAreRejected() throws Exception {
        startBroker(Routes.equalTimes("reject"));

        publishTwice();

        awaitFigure("points", "dead-lettered", 1);
        awaitFigure("points", "stored", 1);
        database.awaitCount("points", 1);
        assertThat(figure("points", "overwritten-rows")).isZero();
        assertThat(deadLetters())
                .singleElement()
                .asString()
                .contains("\"reason\":\"equal_timestamp\"", "\"duplicate\":true");
    }

    /** As docs/mapping.md says, these policies treat each delivery as a separate message. */
    @ParameterizedTest
    @ValueSource(strings = {"bump", "composite-key"})
    void shouldAddARowForEachDeliveryWhereRowsOfEqualTimesStay(String policy) throws Exception {
        startBroker(Routes.equalTimes(policy));

        publishTwice();

        awaitFigure("points", "stored", 2);
        database.awaitCount("points", 2);
    }

    private void publishTwice() throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), broker.mqttPort())) {
            var connect = packet(CONNECT, string("MQTT"), new byte[] {4, 2, 0, 60}, string("again"));
            exchange(socket, connect, CONNACK);
            var topicAndId = concatenated(string("points/1"), new byte[] {0, 7});
            var payload = utf8("{\"t\":1767322800123,\"n\":5}");
            exchange(socket, packet(PUBLISH_QOS_1, topicAndId, payload), PUBACK);
            exchange(socket, packet(PUBLISH_QOS_1 | DUP, topicAndId, payload), PUBACK);
        }
    }

    private static void exchange(Socket socket, byte[] packet, int answer) throws IOException {
        socket.getOutputStream().write(packet);
        var header = socket.getInputStream().readNBytes(2);
        assertThat(header[0]).isEqualTo((byte) answer);
        assertThat(socket.getInputStream().readNBytes(header[1])).hasSize(header[1]);
    }

    private static byte[] packet(int type, byte[]... parts) throws IOException {
        var body = concatenated(parts);
        return concatenated(new byte[] {(byte) type, (byte) body.length}, body);
    }

    private static byte[] string(String text) throws IOException {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        return concatenated(new byte[] {0, (byte) bytes.length}, bytes);
    }

    private static byte[] concatenated(byte[]... parts) throws IOException {
        var all = new ByteArrayOutputStream();
        for (var part : parts) {
            all.write(part);
        }
        return all.toByteArray();
    }
}
