package io.github.hivemqtdengine.extension;

import io.github.hivemqtdengine.extension.UnacknowledgedPublishes.Publish;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What all clients have published with QoS 2 and the broker has not acknowledged yet. A client that never comes back
 * leaves its last ones here, so the oldest go when there are too many. Any thread may ask.
 */
final class OpenHandshakes {

    private final Map<Handshake, Publish> open;

    private record Handshake(String clientId, int packetId) {}

    /** @param most how many there may be */
    OpenHandshakes(int most) {
        this.open = new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Handshake, Publish> eldest) {
                return size() > most;
            }
        };
    }

    synchronized void put(String clientId, int packetId, Publish publish) {
        var handshake = new Handshake(clientId, packetId);
        open.remove(handshake); // or it would keep its age
        open.put(handshake, publish);
    }

    synchronized @Nullable Publish get(String clientId, int packetId) {
        return open.get(new Handshake(clientId, packetId));
    }

    synchronized void remove(String clientId, int packetId) {
        open.remove(new Handshake(clientId, packetId));
    }
}
