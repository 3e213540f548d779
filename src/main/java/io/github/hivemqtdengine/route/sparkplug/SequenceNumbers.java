// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.sparkplug;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.sparkplug.SequenceNumber;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugTopic;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugTopic.MessageType;
import io.github.hivemqtdengine.memory.RecentMap;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import io.github.hivemqtdengine.time.OncePerInterval;
import java.time.Duration;
import java.util.List;

/**
 * Sequence numbers of Sparkplug edge nodes in one route: counts missing and repeated messages, and stores all of them.
 * Only for nodes of which the route receives every message that has a number. Thread-safe.
 *
 * @param filters topic filters of the route
 * @param excludes filters of topics that it excludes
 */
public record SequenceNumbers(
        SequenceMemory memory, String routeId, List<TopicFilter> filters, List<TopicFilter> excludes) {

    private static final int MODULUS = 256;

    /** Types of messages of a node with a number, and of its devices. */
    private static final List<MessageType> NODE_TYPES = List.of(MessageType.NBIRTH, MessageType.NDATA);

    private static final List<MessageType> DEVICE_TYPES =
            List.of(MessageType.DBIRTH, MessageType.DDATA, MessageType.DDEATH);

    /**
     * Compares a message's number with that of the node's last message, unless the message is mapped once more.
     *
     * @return whether messages are missing before this one
     */
    public boolean followsGap(InboundMessage message, MappingEvents events) {
        if (message.replayed()) {
            return false;
        }
        try {
            var topic = SparkplugTopic.parse(message.topic());
            var numbered = topic.device() == null ? NODE_TYPES : DEVICE_TYPES;
            return numbered.contains(topic.type()) && followsGap(topic, message, events);
        } catch (DecodeException e) {
            return false; // not a topic of Sparkplug
        }
    }

    private boolean followsGap(SparkplugTopic topic, InboundMessage message, MappingEvents events) {
        var key = routeId + '\0' + message.clientId() + '\0' + topic.group() + '/' + topic.node();
        long number = SequenceNumber.of(message.payload()); // reads all of it, so not with the lock
        synchronized (memory.nodes) {
            var known = memory.nodes.get(key);
            var node = known != null && known.owner.equals(this) // not of a route with other filters
                    ? known
                    : new SequenceMemory.Node(this, isComplete(topic));
            boolean isAfterGap = false;
            if (node.isComplete && message.arrivalMicros() > node.arrival) {
                isAfterGap = topic.type() != MessageType.NBIRTH
                        && number >= 0
                        && node.number >= 0
                        && countGap(node, number, topic, events);
                node.arrival = message.arrivalMicros();
                node.number = number;
            }
            memory.nodes.put(key, node);
            return isAfterGap;
        }
    }

    /** Counts a gap or a repeat, if the number is not the next one; returns whether there is a gap. */
    private boolean countGap(SequenceMemory.Node node, long number, SparkplugTopic topic, MappingEvents events) {
        if (number == (node.number + 1) % MODULUS) {
            return false;
        }
        boolean isRepeat = number == node.number;
        events.count(isRepeat ? MappingEvent.SEQUENCE_REPEATS : MappingEvent.SEQUENCE_GAPS, topic.node());
        if (node.warnings.tryAcquire()) {
            var cause = isRepeat ? "the node repeats numbers" : "messages were lost before they arrived";
            events.warn("Route \"" + routeId + "\": sequence number " + number + " of edge node \"" + topic.node()
                    + "\" in group \"" + topic.group() + "\" follows " + node.number + "; " + cause
                    + "; all messages that arrive are stored");
        }
        return !isRepeat;
    }

    /** Returns whether the route receives all messages of a node and its devices that have a number. */
    private boolean isComplete(SparkplugTopic topic) {
        return NODE_TYPES.stream().allMatch(type -> receives(topic, type, ""))
                && DEVICE_TYPES.stream().allMatch(type -> receives(topic, type, "/any device"));
    }

    private boolean receives(SparkplugTopic topic, MessageType type, String device) {
        var name = "spBv1.0/" + topic.group() + "/" + type + "/" + topic.node() + device;
        return filters.stream().anyMatch(filter -> filter.matches(name))
                && excludes.stream().noneMatch(filter -> filter.matches(name));
    }

    /** Latest sequence numbers of edge nodes, for the routes of a database. Bounded in bytes. Guarded by its map. */
    public static final class SequenceMemory {

        private static final int NODE_BYTES = 120;

        /** Edge nodes by route, client and name. */
        final RecentMap<String, Node> nodes =
                new RecentMap<>(50_000, 16L << 20, (key, node) -> RecentMap.bytesOf(key) + NODE_BYTES);

        /** State of an edge node in one route. */
        static final class Node {

            final SequenceNumbers owner;
            final boolean isComplete;
            final OncePerInterval warnings = new OncePerInterval(Duration.ofHours(1));
            long arrival = Long.MIN_VALUE;
            long number = -1;

            /**
             * @param owner what has begun to count
             * @param isComplete whether its route receives all messages of the node that have a number
             */
            Node(SequenceNumbers owner, boolean isComplete) {
                this.owner = owner;
                this.isComplete = isComplete;
            }
        }
    }
}
