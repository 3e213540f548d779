// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import io.github.hivemqtdengine.loadtest.mqtt.link.ConnectQueue;
import io.github.hivemqtdengine.loadtest.mqtt.link.Loop;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Loss of all connections of a plant: when every edge node has sent its session's messages, all connections break at
 * once, and the nodes come back as fast as the broker accepts them. Confined to the loop's thread.
 */
final class RebirthStorm {

    /** Time in which the broker reads what was sent at QoS 0, so that each message sent is due. */
    private static final long QUIET_MILLIS = 1_000;

    private final Loop loop;
    private final ConnectQueue queue;
    private final Set<EdgeNode> waiting = new LinkedHashSet<>();
    private int active;

    /** @param nodes number of edge nodes */
    RebirthStorm(Loop loop, int nodes) {
        this.loop = loop;
        this.queue = new ConnectQueue(loop.eventLoop());
        this.active = nodes;
    }

    /** Returns the queue of the nodes that come back. */
    ConnectQueue queue() {
        return queue;
    }

    /** Adds a node that has sent the last message of its session. */
    void await(EdgeNode node) {
        waiting.add(node);
        breakIfAllWait();
    }

    /** Removes a node that sends no more. */
    void leave(EdgeNode node) {
        waiting.remove(node);
        active--;
        breakIfAllWait();
    }

    private void breakIfAllWait() {
        if (!waiting.isEmpty() && waiting.size() >= active) {
            var nodes = List.copyOf(waiting);
            waiting.clear();
            var unused = loop.eventLoop().schedule(() -> breakAll(nodes), QUIET_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void breakAll(List<EdgeNode> nodes) {
        nodes.forEach(EdgeNode::breakSoon);
        loop.breakConnections(Integer.MAX_VALUE);
    }
}
