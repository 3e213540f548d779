// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.connection;

import com.hivemq.extension.sdk.api.packets.disconnect.DisconnectReasonCode;
import com.hivemq.extension.sdk.api.services.admin.LifecycleStage;
import com.hivemq.extension.sdk.api.services.session.ClientService;
import io.github.hivemqtdengine.config.CaptureSettings.Reattach;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clients that were connected before the extension started. The broker gives them no interceptors, so their messages
 * are not stored until they reconnect. There are none if the extension starts with the broker.
 */
public final class PreexistingConnections {

    private static final Logger LOG = LoggerFactory.getLogger(PreexistingConnections.class);
    private static final String REASON = "Connect again, so that what you publish is stored";

    private final ClientService clients;
    private final Reattach reattach;
    private final Set<String> attached = ConcurrentHashMap.newKeySet();
    private volatile boolean isDone;

    public PreexistingConnections(ClientService clients, Reattach reattach) {
        this.clients = clients;
        this.reattach = reattach;
    }

    /** Records a client that has its interceptors. Thread-safe. */
    public void attached(String clientId) {
        if (!isDone) {
            attached.add(clientId);
        }
    }

    /**
     * Counts and logs these clients, and disconnects them if configured; does not wait for the result.
     *
     * @param stage the broker's stage: while it starts none is connected, although sessions of a crash claim so
     */
    public void check(LifecycleStage stage) {
        if (stage == LifecycleStage.STARTING) {
            end();
        } else {
            check();
        }
    }

    private void end() {
        isDone = true;
        attached.clear();
    }

    private void check() {
        Queue<String> earlier = new ConcurrentLinkedQueue<>();
        var unused = clients.iterateAllClients((context, session) -> {
                    if (session.isConnected() && !attached.contains(session.getClientIdentifier())) {
                        earlier.add(session.getClientIdentifier());
                    }
                })
                .whenComplete((done, failure) -> {
                    earlier.removeIf(attached::contains); // clients that connected in the meantime
                    end();
                    if (failure == null) {
                        report(earlier);
                    } else {
                        LOG.warn(
                                "Clients that were connected before the extension started cannot be counted: {}",
                                failure.toString());
                    }
                });
    }

    private void report(Queue<String> earlier) {
        if (earlier.isEmpty()) {
            return;
        }
        if (reattach == Reattach.DISCONNECT) {
            LOG.warn(
                    "{} clients were connected before the extension started; they are disconnected once so"
                            + " that their publishes are stored",
                    earlier.size());
            earlier.forEach(this::disconnect);
        } else {
            LOG.warn(
                    "{} clients were connected before the extension started; their publishes are not stored"
                            + " until they reconnect; set <reattach-clients>disconnect</reattach-clients> to"
                            + " disconnect them at the start",
                    earlier.size());
        }
    }

    private void disconnect(String clientId) {
        var unused = clients.disconnectClient(clientId, false, DisconnectReasonCode.ADMINISTRATIVE_ACTION, REASON);
    }
}
