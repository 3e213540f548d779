// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import com.hivemq.client.mqtt.MqttClientBuilder;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/** MQTT connection of version 3.1.1 or 5. */
final class MqttConnection {

    private final Supplier<CompletableFuture<?>> connecting;
    private final Function<Message, CompletableFuture<?>> publishing;
    private final Supplier<CompletableFuture<?>> disconnecting;

    private MqttConnection(
            Supplier<CompletableFuture<?>> connecting,
            Function<Message, CompletableFuture<?>> publishing,
            Supplier<CompletableFuture<?>> disconnecting) {
        this.connecting = connecting;
        this.publishing = publishing;
        this.disconnecting = disconnecting;
    }

    static MqttConnection mqtt3(MqttClientBuilder builder) {
        var client = builder.useMqttVersion3().buildAsync();
        return new MqttConnection(
                client::connect,
                message -> client.publishWith()
                        .topic(message.topic())
                        .qos(qos(message))
                        .payload(message.bytes())
                        .send(),
                client::disconnect);
    }

    static MqttConnection mqtt5(MqttClientBuilder builder) {
        var client = builder.useMqttVersion5().buildAsync();
        return new MqttConnection(
                client::connect,
                message -> client.publishWith()
                        .topic(message.topic())
                        .qos(qos(message))
                        .payload(message.bytes())
                        .send(),
                client::disconnect);
    }

    private static MqttQos qos(Message message) {
        return Objects.requireNonNull(MqttQos.fromCode(message.qos()));
    }

    CompletableFuture<?> connect() {
        return connecting.get();
    }

    CompletableFuture<?> publish(Message message) {
        return publishing.apply(message);
    }

    CompletableFuture<?> disconnect() {
        return disconnecting.get();
    }
}
