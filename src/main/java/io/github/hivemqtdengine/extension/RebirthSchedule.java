package io.github.hivemqtdengine.extension;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Times at which edge nodes are asked for a rebirth: a node at most once in an interval, which doubles until the node
 * sends a readable NBIRTH, and all nodes together within a rate. Thread-safe.
 */
final class RebirthSchedule {

    static final Duration SHORTEST = Duration.ofSeconds(60);
    static final Duration LONGEST = Duration.ofHours(1);
    static final int PER_SECOND = 5;
    static final int MOST_WAITING = 1_000;

    /** Asked nodes that are remembered. At the rate, the oldest was asked more than half an hour ago. */
    static final int MOST_ASKED = 10_000;

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final LongSupplier nanos;
    /** Causes by node, in order. */
    private final Map<Node, String> waiting = new LinkedHashMap<>();
    /** Latest requests, the oldest first. */
    private final Map<Node, Asked> asked = new LinkedHashMap<>();

    private long second;
    private int inSecond;

    /** Edge node, whichever client it is. */
    record Node(String group, String id) {}

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
    synchronized boolean add(Node node, String cause) {
        var latest = asked.get(node);
        boolean isRecent = latest != null && latest.isRecent(nanos.getAsLong());
        return !isRecent && waiting.size() < MOST_WAITING && waiting.putIfAbsent(node, cause) == null;
    }

    /** Returns the next request to be sent now; {@code null} if none waits, or the rate is reached. */
    synchronized @Nullable Request poll() {
        long now = nanos.getAsLong();
        if (now - second >= SECOND) {
            second = now;
            inSecond = 0;
        }
        if (waiting.isEmpty() || inSecond == PER_SECOND) {
            return null;
        }
        inSecond++;
        var first = waiting.entrySet().iterator().next();
        var request = new Request(first.getKey(), first.getValue());
        waiting.remove(request.node());
        remember(request.node(), now);
        return request;
    }

    private void remember(Node node, long now) {
        var latest = asked.remove(node); // moves it to the end
        var pause = latest == null ? SHORTEST : latest.nextPause;
        var doubled = pause.multipliedBy(2);
        asked.put(node, new Asked(now, pause, doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST));
        if (asked.size() > MOST_ASKED) {
            asked.remove(asked.keySet().iterator().next());
        }
    }

    /** Records a readable NBIRTH: what waited for one is no longer needed, and the shortest interval applies again. */
    synchronized void born(Node node) {
        waiting.remove(node);
        asked.computeIfPresent(node, (same, latest) -> new Asked(latest.at, SHORTEST, SHORTEST));
    }

    /** Returns how many asked nodes are remembered. */
    synchronized int asked() {
        return asked.size();
    }
}
