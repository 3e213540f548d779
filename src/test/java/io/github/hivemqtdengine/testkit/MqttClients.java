// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttClientBuilder;
import com.hivemq.client.mqtt.MqttClientState;
import com.hivemq.client.mqtt.mqtt3.Mqtt3BlockingClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import io.github.hivemqtdengine.demo.EmbeddedBroker;
import java.util.ArrayList;
import java.util.List;

/** Connected MQTT clients of a broker in this process; closing disconnects all of them. */
final class MqttClients implements AutoCloseable {

    private final EmbeddedBroker broker;
    private final List<Mqtt3BlockingClient> mqtt3 = new ArrayList<>();
    private final List<Mqtt5BlockingClient> mqtt5 = new ArrayList<>();

    MqttClients(EmbeddedBroker broker) {
        this.broker = broker;
    }

    Mqtt3BlockingClient mqtt3(String clientId) {
        var client = connectable(clientId).useMqttVersion3().buildBlocking();
        client.connect();
        mqtt3.add(client);
        return client;
    }

    Mqtt5BlockingClient mqtt5(String clientId) {
        var client = connectable(clientId).useMqttVersion5().buildBlocking();
        client.connect();
        mqtt5.add(client);
        return client;
    }

    /** A client to be set up further and connected by the caller. */
    MqttClientBuilder connectable(String clientId) {
        return MqttClient.builder()
                .identifier(clientId)
                .serverHost(EmbeddedBroker.HOST)
                .serverPort(broker.mqttPort());
    }

    @Override
    public void close() {
        mqtt3.stream()
                .filter(client -> client.getState() == MqttClientState.CONNECTED)
                .forEach(Mqtt3BlockingClient::disconnect);
        mqtt5.stream()
                .filter(client -> client.getState() == MqttClientState.CONNECTED)
                .forEach(Mqtt5BlockingClient::disconnect);
    }
}
