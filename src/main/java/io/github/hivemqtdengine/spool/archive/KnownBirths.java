// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.archive;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.sparkplug.SequenceNumber;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugTopic;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugTopic.MessageType;
import io.github.hivemqtdengine.memory.RecentMap;
import io.github.hivemqtdengine.message.InboundMessage;
import java.util.HashMap;
import java.util.Map;

/**
 * Sparkplug edge nodes whose last BIRTH is surely known, since each of their messages after it is: none is missing in
 * the archive, nor in the sequence numbers. The messages of others may need names that are not known. Not thread-safe.
 */
final class KnownBirths {

    private static final int MODULUS = 256;
    private static final int NODE_BYTES = 150;

    /** Latest sequence number of each node, by lane, client and name. */
    private final RecentMap<String, Node> nodes =
            new RecentMap<>(100_000, 64L << 20, (key, node) -> RecentMap.bytesOf(key) + NODE_BYTES);

    /** Number of gaps in each lane. */
    private final Map<String, Long> gaps = new HashMap<>();

    /** @param gaps the gaps of the lane before its latest message */
    private record Node(long sequenceNumber, long gaps) {

        /** Returns whether a message follows, or is the latest one, which another route has stored, too. */
        boolean isFollowedBy(long number) {
            return number == sequenceNumber || number == (sequenceNumber + 1) % MODULUS;
        }
    }

    /** Notes that messages of a lane are missing. */
    void miss(String lane) {
        gaps.merge(lane, 1L, Long::sum);
    }

    /** Notes a message, in the order of its lane, and returns whether its names are known. */
    boolean areNamesKnown(String lane, InboundMessage message) {
        if (!message.topic().startsWith(SparkplugTopic.NAMESPACE)) {
            return true; // cheaper than the exception
        }
        try {
            return areNamesKnown(SparkplugTopic.parse(message.topic()), lane, message);
        } catch (DecodeException e) {
            return true; // it needs no BIRTH
        }
    }

    private boolean areNamesKnown(SparkplugTopic topic, String lane, InboundMessage message) {
        var type = topic.type();
        var key = lane + '\0' + message.clientId() + '\0' + topic.group() + '/' + topic.node();
        if (type == MessageType.NDEATH) {
            nodes.remove(key);
        }
        if (type == MessageType.NDEATH || !(type.isBirth() || type.isData() || type.isDeath())) {
            return true;
        }
        long number = SequenceNumber.of(message.payload());
        long gapsBefore = gaps.getOrDefault(lane, 0L);
        var node = nodes.get(key);
        if (type == MessageType.NBIRTH) {
            nodes.put(key, new Node(number, gapsBefore));
            return true;
        }
        if (number < 0 || node == null || node.gaps != gapsBefore || !node.isFollowedBy(number)) {
            nodes.remove(key);
            return false;
        }
        nodes.put(key, new Node(number, gapsBefore));
        return true;
    }
}
