// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import io.github.hivemqtdengine.memory.RecentMap;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Times at which edge nodes are asked for a rebirth: a node at most once in an interval, which doubles with each
 * request that messages of one client cause, until that client sends a readable NBIRTH; and all nodes together within a
 * rate. Clients take turns, and the one with the most nodes that wait makes room. Thread-safe.
 */
final class RebirthSchedule {

    static final Duration SHORTEST = Duration.ofSeconds(60);
    static final Duration LONGEST = Duration.ofHours(1);
    static final int PER_SECOND = 5;
    static final int MAX_WAITING = 1_000;

    /** Asked nodes that are remembered at least. At the rate, the oldest was asked more than half an hour ago. */
    static final int ASKED = 10_000;

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final LongSupplier nanos;
    /** Causes by node, in order, by client; the client whose turn it is comes first. */
    private final Map<String, Map<Node, String>> waiting = new LinkedHashMap<>();
    /** Latest requests. */
    private final RecentMap<Asker, Asked> asked = new RecentMap<>(
            ASKED, 16L << 20, (asker, at) -> RecentMap.bytesOf(asker.client, asker.node.group, asker.node.id));
    /** Times of the requests within the shortest interval, whichever client caused them. */
    private final Map<Node, Long> recent = new HashMap<>();

    private int waitingNodes;
    private long second;
    private int inSecond;

    /** Edge node, whichever client it is. */
    record Node(String group, String id) implements Comparable<Node> {

        private static final Comparator<Node> ORDER =
                Comparator.comparing(Node::group).thenComparing(Node::id);

        @Override
        public int compareTo(Node other) {
            return ORDER.compare(this, other);
        }
    }

    /** Client whose messages cause requests to a node; comparable, as nodes are, since clients choose the names. */
    private record Asker(String client, Node node) implements Comparable<Asker> {

        private static final Comparator<Asker> ORDER =
                Comparator.comparing(Asker::client).thenComparing(Asker::node);

        @Override
        public int compareTo(Asker other) {
            return ORDER.compare(this, other);
        }
    }

    /** Request to be sent. */
    record Request(Node node, String cause) {}

    /**
     * Latest request of a node.
     *
     * @param pause time until the next one may follow
     * @param nextPause the same for the next one
     */
    private record Asked(long at, Duration pause, Duration nextPause) {

        boolean isRecent(long now) {
            return now - at < pause.toNanos();
        }
    }

    /** @param nanos a clock like {@link System#nanoTime} */
    RebirthSchedule(LongSupplier nanos) {
        this.nanos = nanos;
        this.second = nanos.getAsLong() - SECOND;
    }

    /** Adds a request; returns {@code false} if the node was asked recently, waits already, or too many wait. */
    synchronized boolean add(String client, Node node, String cause) {
        long now = nanos.getAsLong();
        var latest = asked.get(new Asker(client, node));
        var share = waiting.getOrDefault(client, Map.of());
        boolean isTooEarly = latest != null && latest.isRecent(now);
        if (isTooEarly || isRecent(node, now) || share.containsKey(node)) {
            return false;
        }
        if (waitingNodes == MAX_WAITING && !makeRoom(share.size())) {
            return false;
        }
        waiting.computeIfAbsent(client, same -> new LinkedHashMap<>()).put(node, cause);
        waitingNodes++;
        return true;
    }

    private boolean isRecent(Node node, long now) {
        var at = recent.get(node);
        return at != null && now - at < SHORTEST.toNanos();
    }

    /** Removes the node that waits longest of the client with the most, if that has more than this many besides. */
    private boolean makeRoom(int share) {
        var largest = waiting.entrySet().stream()
                .max(Comparator.comparingInt(entry -> entry.getValue().size()))
                .filter(entry -> entry.getValue().size() > share + 1);
        largest.ifPresent(
                entry -> remove(entry.getKey(), first(entry.getValue()).getKey()));
        return largest.isPresent();
    }

    private static <K, V> Map.Entry<K, V> first(Map<K, V> map) {
        return map.entrySet().iterator().next();
    }

    private void remove(String client, Node node) {
        var share = waiting.get(client);
        if (share != null && share.remove(node) != null) {
            waitingNodes--;
            if (share.isEmpty()) {
                waiting.remove(client);
            }
        }
    }

    /** Returns the next request to be sent now; {@code null} if none waits, or the rate is reached. */
    synchronized @Nullable Request poll() {
        long now = nanos.getAsLong();
        if (now - second >= SECOND) {
            second = now;
            inSecond = 0;
        }
        while (!waiting.isEmpty() && inSecond < PER_SECOND) {
            var request = pollFirst(now);
            if (request != null) {
                inSecond++;
                return request;
            }
        }
        return null;
    }

    /** Returns {@code null} if another client's messages have caused a request to the node meanwhile. */
    private @Nullable Request pollFirst(long now) {
        var turn = first(waiting);
        var client = turn.getKey();
        waiting.remove(client);
        waiting.put(client, turn.getValue()); // its next turn comes after the others'
        var next = first(turn.getValue());
        remove(client, next.getKey());
        if (isRecent(next.getKey(), now)) {
            return null;
        }
        remember(new Asker(client, next.getKey()), now);
        return new Request(next.getKey(), next.getValue());
    }

    private void remember(Asker asker, long now) {
        recent.values().removeIf(at -> now - at >= SHORTEST.toNanos());
        recent.put(asker.node(), now);
        var latest = asked.get(asker);
        var pause = latest == null ? SHORTEST : latest.nextPause;
        var doubled = pause.multipliedBy(2);
        asked.put(asker, new Asked(now, pause, doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST));
    }

    /** Records a readable NBIRTH: what waited for one is no longer needed, and the shortest interval applies again. */
    synchronized void born(String client, Node node) {
        remove(client, node);
        var asker = new Asker(client, node);
        var latest = asked.get(asker);
        if (latest != null) {
            asked.replace(asker, new Asked(latest.at, SHORTEST, SHORTEST));
        }
    }
}
