package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.sparkplug.SequenceNumber;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugTopic;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugTopic.MessageType;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.time.OncePerInterval;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sequence numbers of Sparkplug edge nodes: counts missing and repeated messages, and stores all of them. Only for routes
 * that receive every message of the node which has a number. Thread-safe.
 */
final class SequenceNumbers {

    private static final Logger LOG = LoggerFactory.getLogger(SequenceNumbers.class);

    private static final int NODES = 50_000;
    private static final long BYTES = 16 * 1_024 * 1_024;
    private static final int MODULUS = 256;

    /** Types of messages of a node with a number, and of its devices. */
    private static final List<MessageType> NODE_TYPES = List.of(MessageType.NBIRTH, MessageType.NDATA);

    private static final List<MessageType> DEVICE_TYPES =
            List.of(MessageType.DBIRTH, MessageType.DDATA, MessageType.DDEATH);

    private final LongSupplier nanos;
    private final RecentMap<String, Node> nodes =
            new RecentMap<>(NODES, BYTES, (key, node) -> RecentMap.bytesOf(key) + Node.BYTES);

    /** @param nanos a clock like {@link System#nanoTime} */
    SequenceNumbers(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** State of an edge node in one route. */
    private static final class Node {

        static final long BYTES = 120;

        private final boolean isComplete;
        private final OncePerInterval warnings;
        private long arrival = Long.MIN_VALUE;
        private long number = SequenceNumber.NONE;

        Node(boolean isComplete, OncePerInterval warnings) {
            this.isComplete = isComplete;
            this.warnings = warnings;
        }
    }

    /** Compares a message's number with that of the node's last message, unless the message is mapped once more. */
    void check(Route route, InboundMessage message, MappingEvents events) {
        if (!route.ordersByEdgeNode() || message.replayed()) {
            return;
        }
        try {
            var topic = SparkplugTopic.parse(message.topic());
            if (topic.device() == null ? NODE_TYPES.contains(topic.type()) : DEVICE_TYPES.contains(topic.type())) {
                check(route, topic, message, events);
            }
        } catch (DecodeException e) {
            LOG.debug("A topic is not one of Sparkplug", e);
        }
    }

    private synchronized void check(Route route, SparkplugTopic topic, InboundMessage message, MappingEvents events) {
        var key = route.id() + '\0' + message.clientId() + '\0' + topic.group() + '/' + topic.node();
        var node = nodes.get(key);
        if (node == null) {
            node = new Node(isComplete(route, topic), new OncePerInterval(Duration.ofHours(1), nanos));
        }
        if (!node.isComplete || message.arrivalMicros() <= node.arrival) {
            nodes.put(key, node);
            return;
        }
        long number = SequenceNumber.of(message.payload());
        if (topic.type() != MessageType.NBIRTH
                && number >= 0
                && node.number >= 0
                && countGap(node, number, route, topic, events)) {
            route.followsGap(message);
        }
        node.arrival = message.arrivalMicros();
        node.number = number;
        nodes.put(key, node);
    }

    /** Counts a gap or a repeat, if the number is not the next one; returns whether there is a gap. */
    private static boolean countGap(Node node, long number, Route route, SparkplugTopic topic, MappingEvents events) {
        if (number == (node.number + 1) % MODULUS) {
            return false;
        }
        boolean isRepeat = number == node.number;
        events.count(isRepeat ? MappingEvent.SEQUENCE_REPEATS : MappingEvent.SEQUENCE_GAPS, topic.node());
        if (node.warnings.tryAcquire()) {
            LOG.warn(
                    "Route \"{}\": sequence number {} of edge node \"{}\" in group \"{}\" follows {}; {}; all messages"
                            + " that arrive are stored",
                    route.id(),
                    number,
                    topic.node(),
                    topic.group(),
                    node.number,
                    isRepeat ? "the node repeats numbers" : "messages were lost before they arrived");
        }
        return !isRepeat;
    }

    /** Returns whether a route receives all messages of a node and its devices that have a number. */
    private static boolean isComplete(Route route, SparkplugTopic topic) {
        return NODE_TYPES.stream().allMatch(type -> receives(route, topic, type, ""))
                && DEVICE_TYPES.stream().allMatch(type -> receives(route, topic, type, "/any device"));
    }

    private static boolean receives(Route route, SparkplugTopic topic, MessageType type, String device) {
        var name = "spBv1.0/" + topic.group() + "/" + type + "/" + topic.node() + device;
        return route.filters().stream().anyMatch(filter -> filter.matches(name))
                && route.excludes().stream().noneMatch(filter -> filter.matches(name));
    }
}
