// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import com.hivemq.client.mqtt.datatypes.MqttTopic;
import io.github.hivemqtdengine.loadtest.mqtt.payload.PayloadFormat;
import io.github.hivemqtdengine.loadtest.mqtt.payload.Stamp;
import io.github.hivemqtdengine.loadtest.mqtt.payload.StampReader;
import io.github.hivemqtdengine.loadtest.scenario.ClientGroup;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Reader of the stamps of all groups, whose payloads may differ by topic. Not thread-safe. */
final class TopicStamps {

    private final List<Reader> readers = new ArrayList<>();
    private boolean numbered;

    /** @param formats format of each group */
    TopicStamps(Map<ClientGroup, PayloadFormat> formats) {
        var payloads = formats.keySet().stream()
                .map(group -> group.publishers().payload())
                .toList();
        boolean isOne = payloads.stream().allMatch(payload -> payload.isReadLike(payloads.get(0)));
        formats.entrySet().stream().limit(isOne ? 1 : formats.size()).forEach(group -> {
            var format = group.getValue();
            readers.add(new Reader(
                    group.getKey().publishers().topics().expression(), format.stamps(), format.isNumbered()));
        });
    }

    /**
     * Reads the stamp of a payload; clears it for any other payload.
     *
     * @return false if no group sends messages of this topic
     */
    boolean read(MqttTopic topic, ByteBuffer payload, Stamp stamp) {
        for (var reader : readers) {
            if (readers.size() == 1 || reader.topics().matcher(topic.toString()).matches()) {
                numbered = reader.numbered();
                reader.stamps().read(payload, stamp);
                return true;
            }
        }
        return false;
    }

    /** Returns whether payloads like the last one have numbers. */
    boolean areNumbered() {
        return numbered;
    }

    private record Reader(Pattern topics, StampReader stamps, boolean numbered) {}
}
