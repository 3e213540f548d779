// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.publish;

import com.hivemq.extension.sdk.api.client.parameter.ConnectionInformation;
import io.github.hivemqtdengine.time.OncePerInterval;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sessions of all clients. Sessions of disconnected clients are kept within limits, since most clients reconnect at
 * once; the oldest are dropped first. Thread-safe.
 */
public final class ClientSessions {

    private static final Logger LOG = LoggerFactory.getLogger(ClientSessions.class);

    /** Attribute with the number of a connection; 0 for an ended one. */
    private static final String CONNECTION = "hivemq-tdengine-extension.session";

    private static final long ENDED = 0;

    private final OncePerInterval warnings = new OncePerInterval(Duration.ofSeconds(10));
    private final int maxDisconnected;
    private final long maxDisconnectedBytes;
    private final Map<String, Connected> connected = new HashMap<>();
    /** In the order in which the clients disconnected. */
    private final Map<String, Disconnected> disconnected = new LinkedHashMap<>();

    /** Starts at a random number: a connection may outlive the run of the extension that has numbered it. */
    private long lastConnection = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE / 2);

    private long disconnectedBytes;
    private long forgotten;

    /** Number of a connection, and the session of its client. */
    public record Registration(long connection, ClientSession session) {}

    /** @param connections the numbers of the connections: more than one while a client takes over its own session */
    private record Connected(ClientSession session, Set<Long> connections) {}

    private record Disconnected(ClientSession session, long bytes) {}

    /**
     * @param maxDisconnected the most sessions of disconnected clients that are kept
     * @param maxDisconnectedBytes the most heap that they may use, bytes
     */
    public ClientSessions(int maxDisconnected, long maxDisconnectedBytes) {
        this.maxDisconnected = maxDisconnected;
        this.maxDisconnectedBytes = maxDisconnectedBytes;
    }

    /**
     * Registers a connection of this client. The broker may have reported its end already, if the client's next
     * connection has ended it; its session is then not registered.
     */
    public synchronized Registration connected(String clientId, ConnectionInformation connection) {
        long number = ++lastConnection;
        if (numberOf(connection).isPresent()) {
            return new Registration(number, new ClientSession());
        }
        keepNumber(connection, number);
        var known = connected.computeIfAbsent(clientId, id -> new Connected(resumeOrCreate(id), new HashSet<>()));
        known.session().reconnected();
        known.connections().add(number);
        return new Registration(number, known.session());
    }

    private static Optional<Long> numberOf(ConnectionInformation connection) {
        return connection.getConnectionAttributeStore().get(CONNECTION).map(number -> number.getLong(0));
    }

    private static void keepNumber(ConnectionInformation connection, long number) {
        connection
                .getConnectionAttributeStore()
                .put(CONNECTION, ByteBuffer.allocate(Long.BYTES).putLong(0, number));
    }

    private ClientSession resumeOrCreate(String clientId) {
        var kept = disconnected.remove(clientId);
        if (kept == null) {
            return new ClientSession();
        }
        disconnectedBytes -= kept.bytes();
        return kept.session();
    }

    /** Handles the end of a connection, accepted or not. */
    public synchronized void disconnected(String clientId, ConnectionInformation connection) {
        long number = numberOf(connection).orElse(ENDED);
        keepNumber(connection, ENDED);
        var known = connected.get(clientId);
        if (known == null || !known.connections().remove(number)) {
            return;
        }
        var session = known.session();
        session.ended(number);
        if (known.connections().isEmpty()) {
            connected.remove(clientId);
            if (!session.isOver()) {
                keep(clientId, session);
            }
        }
    }

    /** Returns the number of unacknowledged publishes, those of disconnected clients included. */
    public synchronized long publishes() {
        return all().mapToLong(ClientSession::publishes).sum();
    }

    /** Returns the approximate heap use of these publishes, bytes. */
    public synchronized long bytes() {
        return all().mapToLong(ClientSession::weight).sum();
    }

    private Stream<ClientSession> all() {
        return Stream.concat(
                connected.values().stream().map(Connected::session),
                disconnected.values().stream().map(Disconnected::session));
    }

    /** Returns the number of clients with an open connection. */
    synchronized int clients() {
        return connected.size();
    }

    private void keep(String clientId, ClientSession session) {
        long bytes = session.weight();
        disconnected.put(clientId, new Disconnected(session, bytes));
        disconnectedBytes += bytes;
        for (var oldest = disconnected.entrySet().iterator();
                oldest.hasNext()
                        && (disconnected.size() > maxDisconnected || disconnectedBytes > maxDisconnectedBytes); ) {
            var gone = oldest.next();
            disconnectedBytes -= gone.getValue().bytes();
            oldest.remove();
            forgotten++;
            if (warnings.tryAcquire()) {
                LOG.warn(
                        "Too many clients disconnected before the acknowledgement of a message with QoS 2; if"
                                + " client \"{}\" delivers it again, it is acknowledged at once; clients so far: {}",
                        gone.getKey(),
                        forgotten);
            }
        }
    }

    /** Returns the number of clients that were forgotten before they reconnected, since there were too many. */
    public synchronized long forgotten() {
        return forgotten;
    }

    /** Returns whether this client may deliver again what it has published on an earlier connection. */
    public synchronized boolean has(String clientId) {
        return connected.containsKey(clientId) || disconnected.containsKey(clientId);
    }
}
