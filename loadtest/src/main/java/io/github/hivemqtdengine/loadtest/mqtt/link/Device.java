// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.link;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * Member of the crowd that answers calls. Request and answer are JSON objects with a stamp, so that both can be found
 * in the database: the device as publisher, the call as message, record 0 or 1.
 */
public final class Device {

    private final int number;
    private final MqttQos qos;
    private final LinkV5 link;

    public Device(int number, int qos, LinkV5 link) {
        this.number = number;
        this.qos = Objects.requireNonNull(MqttQos.fromCode(qos));
        this.link = link;
    }

    public static String requestTopic(int device) {
        return "device/" + device + "/request";
    }

    public static String responseTopic(int device) {
        return "device/" + device + "/response";
    }

    public static byte[] payload(int device, int call, int record, long micros) {
        var text = "{\"s\":" + micros + ",\"p\":" + device + ",\"n\":" + call + ",\"i\":" + record + ",\"t\":" + micros
                + "}";
        return text.getBytes(US_ASCII);
    }

    public CompletableFuture<?> subscribe() {
        return link.subscribe(requestTopic(number), qos, this::answer);
    }

    private void answer(Mqtt5Publish request) {
        var topic = request.getResponseTopic();
        var correlation = request.getCorrelationData();
        if (topic.isEmpty() || correlation.isEmpty() || correlation.get().remaining() != Integer.BYTES) {
            return; // not a call of this load
        }
        int call = callOf(correlation.get());
        var unused = link.publish(Mqtt5Publish.builder()
                .topic(topic.get())
                .payload(payload(number, call, 1, EpochMicros.now()))
                .qos(qos)
                .correlationData(correlation.get())
                .build());
    }

    /** Returns the number of the call from its correlation data. */
    public static int callOf(ByteBuffer correlation) {
        return correlation.getInt(correlation.position());
    }
}
