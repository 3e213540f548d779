// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MqttloaderTroublesTest {

    private static final String QUIET = """
            [INFO] 2025-11-22 05:18:49.557 UTC  Starting measurement.
            [INFO] 2025-11-22 05:18:53.120 UTC  Completed to publish (ml-1XC7-p-00000).
            [INFO] 2025-11-22 05:18:55.701 UTC  Subscribers timed out.
            [INFO] 2025-11-22 05:18:55.701 UTC  Measurement completed.
            """;

    @Test
    void shouldFindNoneWhereAllCame() {
        assertThat(MqttloaderTroubles.of(QUIET, 0)).isEmpty();
    }

    @Test
    void shouldSayThatItDidNotWait() {
        assertThat(MqttloaderTroubles.of(QUIET, 99_650))
                .containsExactly(
                        "99650 deliveries were lost, or came after the subscriber_timeout that mqttloader waits");
    }

    @Test
    void shouldSayThatItsTimeWasOver() {
        assertThat(MqttloaderTroubles.of("[INFO] 2025-11-22 05:19:49.566 UTC  Measurement timed out.\n", 3))
                .containsExactly("mqttloader stopped because its exec_time was over");
    }

    @Test
    void shouldSayThatClientsLostTheBroker() {
        var log = """
                Connection lost (32109) - java.net.SocketException: Connection reset
                \tat org.eclipse.paho.mqttv5.client.internal.CommsReceiver.run(CommsReceiver.java:196)
                \tat java.base/java.lang.Thread.run(Thread.java:840)
                Caused by: java.net.SocketException: Connection reset
                \t... 1 more
                Client is not connected (32104)
                \tat org.eclipse.paho.mqttv5.client.internal.ExceptionHelper.createMqttException(ExceptionHelper.java:32)
                [WARNING] 2025-11-22 05:19:52.560 UTC  Failed to publish (ml-1XC7-p-00009).
                [WARNING] 2025-11-22 05:19:52.561 UTC  Failed to publish (ml-1XC7-p-00003).
                """;

        assertThat(MqttloaderTroubles.of(log, 0))
                .containsExactly(
                        "mqttloader could not send 2 messages: its publishers had lost their connections",
                        "mqttloader's clients failed 2 times, first with: Connection lost (32109) -"
                                + " java.net.SocketException: Connection reset");
    }
}
