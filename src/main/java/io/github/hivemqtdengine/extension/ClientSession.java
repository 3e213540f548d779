package io.github.hivemqtdengine.extension;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one client has published and the broker has not acknowledged yet. With QoS 2 that outlives the connection: when
 * the client publishes it again, the broker sends the acknowledgement without asking anybody. May be used by any thread.
 */
final class ClientSession {

    private final Map<Integer, UnacknowledgedPublish> atLeastOnce = new ConcurrentHashMap<>();
    private final Map<Integer, UnacknowledgedPublish> exactlyOnce = new ConcurrentHashMap<>();

    private Map<Integer, UnacknowledgedPublish> publishes(int qos) {
        return qos == 2 ? exactlyOnce : atLeastOnce;
    }

    void put(int packetId, int qos, UnacknowledgedPublish publish) {
        publishes(qos).put(packetId, publish);
    }

    @Nullable
    UnacknowledgedPublish get(int packetId, int qos) {
        return publishes(qos).get(packetId);
    }

    /** Returns what has this id, which is over; {@code null} if nothing has. */
    @Nullable
    UnacknowledgedPublish forget(int packetId, int qos) {
        return publishes(qos).remove(packetId);
    }

    /** This publish is acknowledged, or rejected. */
    void remove(int packetId, int qos, UnacknowledgedPublish publish) {
        publishes(qos).remove(packetId, publish);
    }

    /** The client has another connection now; what it published with QoS 1 it publishes again. */
    void reconnected() {
        atLeastOnce.clear();
    }

    /**
     * This connection has ended: what came by it with QoS 1 the client publishes again, and the broker's own payloads are
     * not kept any longer.
     */
    void ended(long connection) {
        atLeastOnce.values().removeIf(publish -> publish.isOf(connection));
        exactlyOnce.values().forEach(publish -> publish.connectionEnded(connection));
    }

    /** Whether nothing is there that a later connection can need. */
    boolean isOver() {
        return exactlyOnce.isEmpty();
    }

    /** How many publishes it has. */
    int publishes() {
        return atLeastOnce.size() + exactlyOnce.size();
    }

    /** About how many bytes of heap it holds. */
    long weight() {
        return Stream.concat(atLeastOnce.values().stream(), exactlyOnce.values().stream())
                .mapToLong(UnacknowledgedPublish::weight)
                .sum();
    }
}
