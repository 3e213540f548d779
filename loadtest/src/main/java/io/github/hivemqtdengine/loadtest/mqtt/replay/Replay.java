// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.replay;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperties;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperty;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.github.hivemqtdengine.loadtest.scenario.PublisherPlan;
import io.github.hivemqtdengine.loadtest.traffic.TrafficMessage;
import io.github.hivemqtdengine.loadtest.traffic.TrafficReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Messages of a recording that one publisher sends.
 *
 * @param messages messages in the order of the recording
 */
public record Replay(List<Timed> messages) {

    /**
     * Message of a replay.
     *
     * @param micros time after the start of the replay, in microseconds
     */
    public record Timed(long micros, Mqtt5Publish message) {}

    /**
     * Reads a recording for each publisher. All messages of a topic have the same publisher.
     *
     * @throws IOException also if a message is not valid in MQTT
     */
    public static List<Replay> of(PublisherPlan plan) throws IOException {
        var traffic = plan.payload().traffic().orElseThrow();
        var replays = IntStream.range(0, plan.count())
                .mapToObj(publisher -> new Replay(new ArrayList<>()))
                .toList();
        try {
            var unused = TrafficReader.read(
                    traffic.source(),
                    message -> replays.get(message.publisher(plan.count()))
                            .messages()
                            .add(new Timed(Math.round(message.micros() / traffic.factor()), publish(message))));
        } catch (IllegalArgumentException | NullPointerException e) {
            throw new IOException("The recording " + traffic.source() + " has a message that is not valid in MQTT", e);
        }
        return replays;
    }

    private static Mqtt5Publish publish(TrafficMessage message) {
        var properties = message.properties().stream()
                .map(property -> Mqtt5UserProperty.of(property.get(0), property.get(1)))
                .toList();
        return Mqtt5Publish.builder()
                .topic(message.topic())
                .payload(message.payload())
                .qos(Objects.requireNonNull(MqttQos.fromCode(message.qos())))
                .retain(message.retain())
                .contentType(message.contentType())
                .userProperties(Mqtt5UserProperties.of(properties))
                .build();
    }

    /** Returns a recorded message from a delivery. */
    static TrafficMessage recorded(Mqtt5Publish publish, long micros) {
        return new TrafficMessage(
                micros,
                publish.getTopic().toString(),
                publish.getQos().getCode(),
                publish.isRetain(),
                publish.getContentType().map(Object::toString).orElse(null),
                publish.getUserProperties().asList().stream()
                        .map(property -> Stream.of(property.getName(), property.getValue())
                                .map(Object::toString)
                                .toList())
                        .toList(),
                publish.getPayloadAsBytes());
    }
}
