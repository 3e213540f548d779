// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.connection;

import com.hivemq.extension.sdk.api.client.ClientContext;
import com.hivemq.extension.sdk.api.client.parameter.ConnectionInformation;
import com.hivemq.extension.sdk.api.events.client.parameters.DisconnectEventInput;
import com.hivemq.extension.sdk.api.packets.connect.ConnectPacket;
import io.github.hivemqtdengine.extension.connection.ConnectionEnd.Initiator;
import io.github.hivemqtdengine.extension.publish.PublishPermissions;
import io.github.hivemqtdengine.memory.RecentMap;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Open connections and their watches. The broker's callbacks at the beginning, acceptance and end of a connection share
 * only its attributes, which hold the connection's number. Exceptions of a watch do not reach the broker. Does nothing
 * without watches. Thread-safe.
 */
public final class ClientConnections {

    private static final Logger LOG = LoggerFactory.getLogger(ClientConnections.class);

    private static final long MAX_BYTES_PENDING = 64L << 20;

    private static final String NUMBER = "hivemq-tdengine-extension.connection";

    private final List<ConnectionWatch> watches;
    private final Supplier<@Nullable String> brokerNode;
    /** Starts at a random number: a connection may outlive the run of the extension that has numbered it. */
    private final AtomicLong last = new AtomicLong(ThreadLocalRandom.current().nextLong(Long.MAX_VALUE / 2));

    /**
     * Connections that are not accepted yet, by number; guarded by itself. The broker does not report the end of all
     * that are never accepted, so the oldest are forgotten. A client that is then authenticating goes unnoticed.
     */
    private final RecentMap<Long, ClientConnection> pending =
            new RecentMap<>(Integer.MAX_VALUE, MAX_BYTES_PENDING, (number, connection) -> connection.weight());

    private final Map<Long, ClientConnection> accepted = new ConcurrentHashMap<>();

    /** @param brokerNode returns the name of the broker's node, or {@code null} if it has none */
    public ClientConnections(List<ConnectionWatch> watches, Supplier<@Nullable String> brokerNode) {
        this.watches = List.copyOf(watches);
        this.brokerNode = brokerNode;
    }

    /** Registers a connection whose CONNECT packet the broker has received. */
    void begin(ConnectionInformation information, ConnectPacket packet) {
        if (!watches.isEmpty()) {
            long number = last.incrementAndGet();
            information
                    .getConnectionAttributeStore()
                    .put(NUMBER, ByteBuffer.allocate(Long.BYTES).putLong(0, number));
            var connection = new ClientConnection(information, packet, brokerNode);
            synchronized (pending) {
                pending.put(number, connection);
            }
        }
    }

    /** Handles an authenticated client; its earlier connection, if any, has not ended yet. */
    void authenticated(ConnectionInformation information) {
        var number = numberOf(information);
        if (number == null) {
            return;
        }
        ClientConnection connection;
        synchronized (pending) {
            connection = pending.get(number);
        }
        if (connection != null) {
            notifyWatches(connection, watch -> watch.returned(connection));
        }
    }

    /** Handles a connection that the broker is about to accept, unless the client may not publish its will. */
    public void initialize(ConnectionInformation information, ClientContext client) {
        var number = numberOf(information);
        var connection = number == null ? null : removePending(number);
        if (number == null || connection == null) {
            return;
        }
        notifyWatches(connection, watch -> watch.returned(connection));
        if (mayPublishItsWill(connection, client)) {
            accepted.put(number, connection);
            notifyWatches(connection, watch -> watch.accepted(connection));
        }
        connection.releaseConnectData();
    }

    private static boolean mayPublishItsWill(ClientConnection connection, ClientContext client) {
        var will = connection.will();
        return will == null || new PublishPermissions(client.getDefaultPermissions()).allows(will);
    }

    /** Handles the end of a connection, accepted or not. */
    void end(Initiator initiator, DisconnectEventInput input) {
        var number = numberOf(input.getConnectionInformation());
        if (number == null || removePending(number) != null) {
            return;
        }
        var connection = accepted.remove(number);
        if (connection != null) {
            var end = ConnectionEnd.of(initiator, input);
            notifyWatches(connection, watch -> watch.ended(connection, end));
        }
    }

    private @Nullable ClientConnection removePending(Long number) {
        synchronized (pending) {
            return pending.remove(number);
        }
    }

    private @Nullable Long numberOf(ConnectionInformation information) {
        return watches.isEmpty()
                ? null
                : information
                        .getConnectionAttributeStore()
                        .get(NUMBER)
                        .map(number -> number.getLong(0))
                        .orElse(null);
    }

    private void notifyWatches(ClientConnection connection, Consumer<ConnectionWatch> call) {
        for (var watch : watches) {
            try {
                call.accept(watch);
            } catch (RuntimeException | Error e) {
                LOG.error(
                        "Internal error: an event of client \"{}\" is not stored; please report it",
                        connection.clientId(),
                        e);
            }
        }
    }

    /** Observer of the clients' connections. Calls for one client come from one thread at a time. */
    public interface ConnectionWatch {

        /** Handles a client that is connected again, even if this connection fails; may be called more than once for it. */
        default void returned(ClientConnection connection) {}

        /** Handles a connection that the broker is about to accept, after the end of the client's earlier one. */
        void accepted(ClientConnection connection);

        /** Handles the end of an accepted connection. */
        void ended(ClientConnection connection, ConnectionEnd end);
    }
}
