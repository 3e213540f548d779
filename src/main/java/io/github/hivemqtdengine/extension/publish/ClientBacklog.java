// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.publish;

import com.hivemq.extension.sdk.api.packets.disconnect.DisconnectReasonCode;
import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import com.hivemq.extension.sdk.api.services.session.ClientService;
import io.github.hivemqtdengine.time.OncePerInterval;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Backlog of one connection: packets that the broker has read and the interceptors have not seen. The broker does not
 * stop reading. A client that sends faster than its messages are accepted, for example because of a slow spool disk,
 * would fill the heap. Beyond a limit, QoS 0 messages are dropped, which is fast. Beyond twice the limit, or with QoS 1
 * or 2, the client is disconnected; its earlier messages are still accepted. Used by one thread at a time.
 */
public final class ClientBacklog {

    private static final Logger LOG = LoggerFactory.getLogger(ClientBacklog.class);

    /** Longest usual wait of a packet, milliseconds; the backlog is only calculated beyond it. */
    private static final long USUAL_WAIT_MILLIS = 500;

    /** QoS 0 is dropped from the limit on; its client is disconnected at this multiple of the limit. */
    private static final int DISCONNECT_FACTOR = 2;

    private static final String REASON = "Messages come faster than they can be accepted";

    private final InboundTraffic traffic;
    private final long maxBytes;
    private final ClientService clients;
    private final String clientId;
    private final OncePerInterval warnings = new OncePerInterval(Duration.ofSeconds(10));
    private volatile boolean isDisconnected;

    /** @param maxBytes the largest backlog, bytes of heap */
    public ClientBacklog(InboundTraffic traffic, long maxBytes, ClientService clients, String clientId) {
        this.traffic = traffic;
        this.maxBytes = maxBytes;
        this.clients = clients;
        this.clientId = clientId;
    }

    /** Counts a PUBLISH of this connection that has reached the interceptors. */
    void countSeen() {
        traffic.countSeen();
    }

    /**
     * Disconnects the client, or warns, if the backlog is beyond its limit.
     *
     * @return whether this packet is still to be accepted; {@code false} for QoS 0 only
     */
    boolean enforceLimit(PublishPacket packet) {
        long readAt = packet.getTimestamp();
        if (traffic.ageMillis(readAt) < USUAL_WAIT_MILLIS) {
            return true;
        }
        long waiting = traffic.unseenSince(readAt);
        if (waiting <= maxBytes) {
            return true;
        }
        boolean isAcknowledged = packet.getQos().getQosNumber() > 0;
        if (isAcknowledged || waiting > DISCONNECT_FACTOR * maxBytes) {
            disconnect(waiting);
        } else if (warnings.tryAcquire()) {
            LOG.warn(
                    "Client \"{}\" sends faster than its messages are accepted; up to {} MiB wait in the"
                            + " broker's heap; its messages with QoS 0 are dropped",
                    clientId,
                    waiting >> 20);
        }
        return isAcknowledged;
    }

    private void disconnect(long waiting) {
        if (isDisconnected) {
            return;
        }
        isDisconnected = true; // if the disconnect fails, the next packet repeats it
        LOG.warn(
                "Client \"{}\" sends faster than its messages are accepted; up to {} MiB wait in the"
                        + " broker's heap; the client is disconnected",
                clientId,
                waiting >> 20);
        var unused = clients.disconnectClient(clientId, false, DisconnectReasonCode.QUOTA_EXCEEDED, REASON)
                .whenComplete((wasConnected, failure) -> {
                    if (failure != null) {
                        isDisconnected = false;
                    }
                });
    }
}
