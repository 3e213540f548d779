package io.github.hivemqtdengine.route.stage;

import io.github.hivemqtdengine.memory.RecentMap;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.time.OncePerInterval;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * What the routes of a database remember of earlier messages, to be shared by their stages. Outlives a route that is
 * replaced. Bounded in bytes, since names and values come from clients. Thread-safe: each map is guarded by itself.
 */
public final class RouteMemory {

    private static final int NODE_BYTES = 120;

    /** Latest row of each sampled subtable, as far as the next one is compared with it. */
    final RecentMap<Subtable, Row> rows = new RecentMap<>(
            50_000, 32L << 20, (key, row) -> RecentMap.bytesOf(key.name()) + RecentMap.bytesOf(row.values()));

    /** Filter that has compared the latest row of each route, by the route's id; guarded by the rows. */
    final Map<String, Object> filters = new HashMap<>();

    /** Hash of the latest tags of each subtable. */
    final RecentMap<Subtable, Integer> tags =
            new RecentMap<>(200_000, 16L << 20, (key, hash) -> RecentMap.bytesOf(key.name()));

    /** Edge nodes of Sparkplug by route, client and name. */
    final RecentMap<String, Node> nodes =
            new RecentMap<>(50_000, 16L << 20, (key, node) -> RecentMap.bytesOf(key) + NODE_BYTES);

    record Subtable(String superTable, String name) {}

    /** State of an edge node in one route. */
    static final class Node {

        final boolean isComplete;
        final OncePerInterval warnings = new OncePerInterval(Duration.ofHours(1));
        long arrival = Long.MIN_VALUE;
        long number = -1;

        /** @param isComplete whether the route receives all messages of the node that have a number */
        Node(boolean isComplete) {
            this.isComplete = isComplete;
        }
    }
}
