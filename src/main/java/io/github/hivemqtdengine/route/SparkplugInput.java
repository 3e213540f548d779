package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.compression.PayloadCompression;
import io.github.hivemqtdengine.decode.sparkplug.EdgeNodes;
import io.github.hivemqtdengine.decode.sparkplug.NodeState;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugMessage;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugTopic;
import io.github.hivemqtdengine.message.InboundMessage;

/** Adds the topic and the state of the edge node to the payloads of a Sparkplug B route. */
record SparkplugInput(EdgeNodes edgeNodes, PayloadCompression compression) {

    /** Decompresses a message's payload. A BIRTH or DEATH is learned first, even if it is unreadable. */
    Payload whole(InboundMessage message, Payload payload) throws DecodeException {
        var topic = SparkplugTopic.parse(message.topic());
        byte[] learned = payload.bytes();
        try {
            var whole = compression.undo(payload);
            learned = whole.bytes();
            var state = state(message, topic);
            return whole.in(new SparkplugMessage(topic, state, message.arrivalMicros(), compression.maxBytes()));
        } finally {
            if (topic.type().isBirth() || topic.type().isDeath()) {
                edgeNodes.learn(topic, message.clientId(), message.arrivalMicros(), learned);
            }
        }
    }

    /** Records that a message was lost, so that those after a BIRTH do not use the names of an earlier one. */
    void miss(InboundMessage message) {
        try {
            edgeNodes.miss(SparkplugTopic.parse(message.topic()), message.clientId(), message.arrivalMicros());
        } catch (DecodeException e) {
            // nothing is learned from another topic
        }
    }

    private NodeState state(InboundMessage message, SparkplugTopic topic) {
        return message.replayed()
                ? edgeNodes.aroundReplayed(topic, message.clientId(), message.arrivalMicros())
                : edgeNodes.before(topic, message.clientId(), message.arrivalMicros());
    }
}
