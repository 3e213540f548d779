// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttClientBuilder;
import java.util.concurrent.CompletableFuture;

/** Device of the plant with one MQTT connection. Used by one thread at a time. */
final class Device {

    /** Interval of malformed messages of a broken device. */
    private static final int BROKEN_EVERY = 50;

    private final Instrument instrument;
    private final MqttConnection connection;
    private final boolean broken;
    private long published;

    private Device(Instrument instrument, MqttConnection connection, boolean broken) {
        this.instrument = instrument;
        this.connection = connection;
        this.broken = broken;
    }

    /**
     * Returns a device that is not connected yet. Even numbers use MQTT 3.1.1, odd ones MQTT 5; one in ten is broken.
     *
     * @param number its number in the plant
     */
    static Device of(int number, String mqttHost, int mqttPort, Instruments instruments) {
        MqttClientBuilder client = MqttClient.builder()
                .identifier("device-" + number)
                .serverHost(mqttHost)
                .serverPort(mqttPort)
                .automaticReconnectWithDefaultConfig();
        var connection = number % 2 == 0 ? MqttConnection.mqtt3(client) : MqttConnection.mqtt5(client);
        return new Device(instruments.of(number), connection, number % 10 == 4);
    }

    CompletableFuture<?> connect() {
        return connection.connect();
    }

    /** Publishes one message; the result completes with the acknowledgement that its QoS demands. */
    CompletableFuture<?> publish() {
        var message = instrument.measure();
        published++;
        return connection.publish(broken && published % BROKEN_EVERY == 0 ? message.broken() : message);
    }

    CompletableFuture<?> disconnect() {
        return connection.disconnect();
    }
}
