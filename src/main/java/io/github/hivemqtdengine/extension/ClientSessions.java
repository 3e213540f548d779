package io.github.hivemqtdengine.extension;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sessions of all clients. Those of clients that are not connected are kept as long as there is room, since most come
 * back at once; the oldest go first. May be used by any thread.
 */
final class ClientSessions {

    private static final Logger LOG = LoggerFactory.getLogger(ClientSessions.class);

    private final int mostAway;
    private final long mostBytesAway;
    private final Map<String, Connected> connected = new HashMap<>();
    /** The one that left first comes first. */
    private final Map<String, Away> away = new LinkedHashMap<>();

    private long bytesAway;

    /** @param connections one, or two where a client takes over its own session */
    private record Connected(ClientSession session, int connections) {}

    private record Away(ClientSession session, long bytes) {}

    /**
     * @param mostAway how many sessions of clients that are not connected are kept
     * @param mostBytesAway how many bytes of heap they may hold
     */
    ClientSessions(int mostAway, long mostBytesAway) {
        this.mostAway = mostAway;
        this.mostBytesAway = mostBytesAway;
    }

    /** A connection of this client begins. */
    synchronized ClientSession connected(String clientId) {
        var known = connected.get(clientId);
        var session = known != null ? known.session() : takeBack(clientId);
        session.reconnected();
        connected.put(clientId, new Connected(session, known == null ? 1 : known.connections() + 1));
        return session;
    }

    private ClientSession takeBack(String clientId) {
        var kept = away.remove(clientId);
        if (kept == null) {
            return new ClientSession();
        }
        bytesAway -= kept.bytes();
        return kept.session();
    }

    /** A connection that began here has ended. */
    synchronized void disconnected(String clientId) {
        var known = connected.remove(clientId);
        if (known == null) {
            return;
        }
        if (known.connections() > 1) {
            connected.put(clientId, new Connected(known.session(), known.connections() - 1));
        } else if (!known.session().isOver()) {
            keep(clientId, known.session());
        }
    }

    private void keep(String clientId, ClientSession session) {
        long bytes = session.weight();
        away.put(clientId, new Away(session, bytes));
        bytesAway += bytes;
        for (var oldest = away.entrySet().iterator();
                oldest.hasNext() && (away.size() > mostAway || bytesAway > mostBytesAway); ) {
            var gone = oldest.next();
            bytesAway -= gone.getValue().bytes();
            oldest.remove();
            LOG.warn(
                    "Too many clients left before they had the acknowledgement of a message of QoS 2: if {} delivers it"
                            + " again, that is acknowledged at once",
                    gone.getKey());
        }
    }

    /** The broker has rejected a publish of this client. */
    synchronized void rejected(String clientId) {
        var session = find(clientId);
        if (session != null) {
            session.rejected();
        }
    }

    /** Returns whether this client may deliver again what it has published on an earlier connection. */
    synchronized boolean has(String clientId) {
        return find(clientId) != null;
    }

    private @Nullable ClientSession find(String clientId) {
        var known = connected.get(clientId);
        var kept = away.get(clientId);
        return known != null ? known.session() : kept != null ? kept.session() : null;
    }
}
