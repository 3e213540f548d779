package io.github.hivemqtdengine.extension;

import io.github.hivemqtdengine.pipeline.Receipt;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What one client has published and the broker has not acknowledged yet. With QoS 2 that outlives the connection: when
 * the client publishes it again, the broker sends the acknowledgement without asking anybody. May be used by any thread.
 */
final class UnacknowledgedPublishes {

    private static final int EXACTLY_ONCE = 2;

    private final String clientId;
    private final OpenHandshakes handshakes;
    private final Map<Integer, Publish> atLeastOnce = new ConcurrentHashMap<>();

    /** @param handshakes what all clients have under way with QoS 2 */
    UnacknowledgedPublishes(String clientId, OpenHandshakes handshakes) {
        this.clientId = clientId;
        this.handshakes = handshakes;
    }

    /** A publish that is not acknowledged yet. */
    @FunctionalInterface
    interface Publish {

        /** The broker accepts it; returns what the acknowledgement has to wait for, {@code null} for nothing. */
        @Nullable
        Receipt acknowledged();
    }

    void put(int packetId, int qos, Publish publish) {
        if (qos == EXACTLY_ONCE) {
            handshakes.put(clientId, packetId, publish);
        } else {
            atLeastOnce.put(packetId, publish);
        }
    }

    @Nullable
    Publish get(int packetId, int qos) {
        return qos == EXACTLY_ONCE ? handshakes.get(clientId, packetId) : atLeastOnce.get(packetId);
    }

    void remove(int packetId, int qos) {
        if (qos == EXACTLY_ONCE) {
            handshakes.remove(clientId, packetId);
        } else {
            atLeastOnce.remove(packetId);
        }
    }
}
