// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.publish;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Unacknowledged publishes of one client. Those of QoS 2 outlive the connection: when the client publishes one again,
 * the broker acknowledges it without calling the interceptors. Thread-safe.
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

    /** Removes and returns the publish with this identifier; {@code null} if there is none. */
    @Nullable
    UnacknowledgedPublish forget(int packetId, int qos) {
        return publishes(qos).remove(packetId);
    }

    /** Removes a publish that was acknowledged or rejected. */
    void remove(int packetId, int qos, UnacknowledgedPublish publish) {
        publishes(qos).remove(packetId, publish);
    }

    /** Handles a new connection of the client, on which it publishes its QoS 1 messages again. */
    void reconnected() {
        atLeastOnce.clear();
    }

    /** Removes the QoS 1 publishes of an ended connection and releases payloads that belong to the broker. */
    void ended(long connection) {
        atLeastOnce.values().removeIf(publish -> publish.isOf(connection));
        exactlyOnce.values().forEach(publish -> publish.connectionEnded(connection));
    }

    /** Returns whether the session has nothing that a later connection may need. */
    boolean isOver() {
        return exactlyOnce.isEmpty();
    }

    /** Returns the number of publishes. */
    int publishes() {
        return atLeastOnce.size() + exactlyOnce.size();
    }

    /** Returns the approximate heap use, bytes. */
    long weight() {
        return Stream.concat(atLeastOnce.values().stream(), exactlyOnce.values().stream())
                .mapToLong(UnacknowledgedPublish::weight)
                .sum();
    }
}
