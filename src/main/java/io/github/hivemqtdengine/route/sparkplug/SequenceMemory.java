// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.sparkplug;

import io.github.hivemqtdengine.memory.RecentMap;
import io.github.hivemqtdengine.time.OncePerInterval;
import java.time.Duration;

/** Latest sequence numbers of edge nodes, for the routes of a database. Bounded in bytes. Guarded by its map. */
public final class SequenceMemory {

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
