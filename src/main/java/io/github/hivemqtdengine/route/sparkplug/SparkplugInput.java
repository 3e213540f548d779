// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.sparkplug;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.compression.PayloadCompression;
import io.github.hivemqtdengine.decode.sparkplug.EdgeNodes;
import io.github.hivemqtdengine.decode.sparkplug.NodeState;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugFormat;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugFormat.Rebirth;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugFormat.SparkplugMessage;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugTopic;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.InboundMessage.Origin;
import io.github.hivemqtdengine.message.Lost;
import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.sparkplug.SequenceNumbers.SequenceMemory;
import io.github.hivemqtdengine.route.stage.PayloadInput;
import org.jspecify.annotations.Nullable;

/**
 * Adds the topic and the state of the edge node to the payloads of a Sparkplug B route, and requests missing BIRTHs.
 *
 * @param rebirth condition of rebirth requests
 * @param sequences sequence numbers of the edge nodes; {@code null} if they are not compared
 */
public record SparkplugInput(
        EdgeNodes edgeNodes,
        PayloadCompression compression,
        Rebirth rebirth,
        @Nullable SequenceNumbers sequences) implements PayloadInput {

    /**
     * Returns the stage before the decoder of a route, whatever its format is.
     *
     * @param memory sequence numbers of the database's edge nodes; {@code null} for a tool
     */
    public static PayloadInput of(RouteSettings route, EdgeNodes edgeNodes, @Nullable SequenceMemory memory) {
        var compression = route.payload().compression();
        if (!(route.payload().format() instanceof SparkplugFormat format)) {
            return PayloadInput.of(compression);
        }
        var sequences =
                memory == null ? null : new SequenceNumbers(memory, route.id(), route.filters(), route.excludes());
        return new SparkplugInput(edgeNodes, compression, format.rebirth(), sequences);
    }

    /** {@inheritDoc} A BIRTH or DEATH is learned first, even if it is unreadable. */
    @Override
    public Payload whole(InboundMessage message, Payload payload) throws DecodeException {
        var topic = SparkplugTopic.parse(message.topic());
        byte[] learned = payload.bytes();
        try {
            var whole = compression.undo(payload);
            learned = whole.bytes();
            var state = state(message, topic);
            return whole.in(new SparkplugMessage(topic, state, message.arrivalMicros(), compression.maxBytes()));
        } finally {
            if (topic.type().isBirth() || topic.type().isDeath()) {
                edgeNodes.learn(topic, client(message), message.arrivalMicros(), learned);
            }
            if (topic.type().isBirth() && rebirth != Rebirth.NEVER && !isLearned(topic, message)) {
                requestRebirth(topic, message, "a BIRTH cannot be read");
            }
        }
    }

    private boolean isLearned(SparkplugTopic topic, InboundMessage birth) {
        return edgeNodes.before(topic, client(birth), birth.arrivalMicros() + 1).birth(topic.device()) != null;
    }

    /** Requests a rebirth because of DATA with an unknown alias, if the route does so. */
    @Override
    public void lackNames(InboundMessage message) {
        var topic = topic(message);
        if (rebirth != Rebirth.NEVER && topic != null && topic.type().isData()) {
            requestRebirth(topic, message, "a message has an alias or a datatype that no BIRTH announces");
        }
    }

    /** Counts messages that are missing before this one; requests a rebirth because of them, if the route does so. */
    @Override
    public void follow(InboundMessage next, MappingEvents events) {
        if (sequences == null || !sequences.followsGap(next, events)) {
            return;
        }
        var topic = topic(next);
        if (rebirth == Rebirth.ALSO_AFTER_GAPS && topic != null) {
            requestRebirth(topic, next, "messages are missing in its sequence");
        }
    }

    /** Requests a rebirth unless the message may be old: later ones show whether one is still needed. */
    private void requestRebirth(SparkplugTopic topic, InboundMessage message, String cause) {
        if (!message.replayed() && !message.retain()) {
            edgeNodes.requestRebirth(topic, message.clientId(), message.arrivalMicros(), cause);
        }
    }

    /** Records that messages were lost, so that those after a BIRTH do not use the names of an earlier one. */
    @Override
    public void lost(Lost lost) {
        var message = lost.message();
        if (message == null) {
            edgeNodes.lostUntil(lost.untilMicros(), lost.areCopied());
            return;
        }
        var topic = topic(message);
        if (topic != null) {
            edgeNodes.lost(topic, client(message), message.arrivalMicros());
        }
    }

    private static @Nullable SparkplugTopic topic(InboundMessage message) {
        try {
            return SparkplugTopic.parse(message.topic());
        } catch (DecodeException e) {
            return null; // nothing is learned from another topic
        }
    }

    private NodeState state(InboundMessage message, SparkplugTopic topic) {
        return message.replayed()
                ? edgeNodes.aroundReplayed(topic, client(message), message.arrivalMicros())
                : edgeNodes.before(topic, client(message), message.arrivalMicros());
    }

    /** Returns the client whose BIRTHs apply. */
    private static String client(InboundMessage message) {
        return message.origin() == Origin.COPIED ? EdgeNodes.COPIED + message.clientId() : message.clientId();
    }
}
