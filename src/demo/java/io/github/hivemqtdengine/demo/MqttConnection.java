package io.github.hivemqtdengine.demo;

import com.hivemq.client.mqtt.MqttClientBuilder;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** An MQTT connection, whichever version it speaks. */
interface MqttConnection {

    CompletableFuture<?> connect();

    CompletableFuture<?> publish(Message message);

    CompletableFuture<?> disconnect();

    static MqttConnection mqtt3(MqttClientBuilder builder) {
        return new Mqtt3(builder.useMqttVersion3().buildAsync());
    }

    static MqttConnection mqtt5(MqttClientBuilder builder) {
        return new Mqtt5(builder.useMqttVersion5().buildAsync());
    }

    private static MqttQos qos(Message message) {
        return Objects.requireNonNull(MqttQos.fromCode(message.qos()));
    }

    /** MQTT 3.1.1. */
    record Mqtt3(Mqtt3AsyncClient client) implements MqttConnection {

        @Override
        public CompletableFuture<?> connect() {
            return client.connect();
        }

        @Override
        public CompletableFuture<?> publish(Message message) {
            return client.publishWith()
                    .topic(message.topic())
                    .qos(qos(message))
                    .payload(message.bytes())
                    .send();
        }

        @Override
        public CompletableFuture<?> disconnect() {
            return client.disconnect();
        }
    }

    /** MQTT 5. */
    record Mqtt5(Mqtt5AsyncClient client) implements MqttConnection {

        @Override
        public CompletableFuture<?> connect() {
            return client.connect();
        }

        @Override
        public CompletableFuture<?> publish(Message message) {
            return client.publishWith()
                    .topic(message.topic())
                    .qos(qos(message))
                    .payload(message.bytes())
                    .send();
        }

        @Override
        public CompletableFuture<?> disconnect() {
            return client.disconnect();
        }
    }
}
