// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttClientBuilder;
import com.hivemq.client.mqtt.MqttClientState;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.exceptions.MqttClientStateException;
import io.github.hivemqtdengine.loadtest.scenario.Mode;
import io.github.hivemqtdengine.loadtest.stack.process.Guardian;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(240)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ControlTest {

    private static final byte[] BLOCK = new byte[102_400];

    private Guardian guardian;
    private BrokerHandle control;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        guardian = Guardian.of(folder);
        var plan = new BrokerPlan(
                Mode.CONTROL, "", Set.of(), false, false, false, Optional.empty(), Optional.empty(), Optional.empty());
        control = BrokerHandle.start(guardian, plan, folder, List.of(), Optional.empty());
    }

    @AfterAll
    void stop() throws Exception {
        if (control != null) {
            control.close();
        }
        if (guardian != null) {
            guardian.close();
        }
    }

    @ParameterizedTest
    @EnumSource(MqttQos.class)
    void shouldAcknowledgeBlocks(MqttQos qos) {
        var client = builder().useMqttVersion5().buildBlocking();
        client.connect();
        for (int i = 0; i < 20; i++) {
            assertThat(client.publishWith()
                            .topic("block/0")
                            .qos(qos)
                            .payload(BLOCK)
                            .send()
                            .getError())
                    .isEmpty();
        }
        client.disconnect();
    }

    @ParameterizedTest
    @EnumSource(MqttQos.class)
    void shouldAcknowledgeMqtt3(MqttQos qos) {
        var client = builder().useMqttVersion3().buildBlocking();
        client.connect();
        client.publishWith().topic("block/0").qos(qos).payload(BLOCK).send(); // throws on failure
        assertThat(client.getState()).isEqualTo(MqttClientState.CONNECTED);
        client.disconnect();
    }

    @Test
    void shouldLeaveOutWhatSubscribersNeed() {
        var client = builder().useMqttVersion3().buildBlocking();
        client.connect();
        assertThatThrownBy(() -> client.subscribeWith().topicFilter("#").send()).isNotNull();
        assertThatThrownBy(client::disconnect).isInstanceOf(MqttClientStateException.class);
    }

    @Test
    void shouldHangUpOnWhatIsNoMqtt() throws Exception {
        try (var socket =
                new Socket(control.address().getAddress(), control.address().getPort())) {
            socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    private MqttClientBuilder builder() {
        return MqttClient.builder().identifier("test").serverAddress(control.address());
    }
}
