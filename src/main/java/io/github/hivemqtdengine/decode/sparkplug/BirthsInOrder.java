// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import io.github.hivemqtdengine.decode.DecodeException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The BIRTHs of messages that come in order. Every NDEATH ends the session of its node. */
public final class BirthsInOrder implements EdgeNodes {

    private record Sender(
            String group, String node, @Nullable String device) {}

    private final Map<Sender, Birth> births = new HashMap<>();

    @Override
    public void learn(SparkplugTopic topic, String clientId, long arrivalMicros, byte[] payload) {
        var sender = new Sender(topic.group(), topic.node(), topic.device());
        try {
            if (topic.type().isBirth()) {
                births.put(sender, Birth.parse(payload));
            }
        } catch (DecodeException e) {
            births.remove(sender);
        }
    }

    @Override
    public NodeState before(SparkplugTopic topic, String clientId, long arrivalMicros) {
        var known = Map.copyOf(births);
        return new NodeState() {
            @Override
            public @Nullable Birth birth(@Nullable String device) {
                return known.get(new Sender(topic.group(), topic.node(), device));
            }

            @Override
            public List<String> bornDevices() {
                return known.keySet().stream()
                        .filter(sender -> sender.group().equals(topic.group()))
                        .filter(sender -> sender.node().equals(topic.node()))
                        .flatMap(sender -> Stream.ofNullable(sender.device()))
                        .toList();
            }

            @Override
            public boolean endsSession(long bdSeq) {
                return true;
            }
        };
    }
}
