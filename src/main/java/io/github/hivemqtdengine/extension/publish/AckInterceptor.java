// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.publish;

import com.hivemq.extension.sdk.api.async.SimpleAsyncOutput;
import com.hivemq.extension.sdk.api.interceptor.puback.PubackOutboundInterceptor;
import com.hivemq.extension.sdk.api.interceptor.puback.parameter.PubackOutboundInput;
import com.hivemq.extension.sdk.api.interceptor.puback.parameter.PubackOutboundOutput;
import com.hivemq.extension.sdk.api.interceptor.pubrec.PubrecOutboundInterceptor;
import com.hivemq.extension.sdk.api.interceptor.pubrec.parameter.PubrecOutboundInput;
import com.hivemq.extension.sdk.api.interceptor.pubrec.parameter.PubrecOutboundOutput;
import com.hivemq.extension.sdk.api.packets.publish.AckReasonCode;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Interceptor of the acknowledgements of one connection; it holds them while their messages are being stored. */
public final class AckInterceptor implements PubackOutboundInterceptor, PubrecOutboundInterceptor {

    private static final Logger LOG = LoggerFactory.getLogger(AckInterceptor.class);

    private final long connection;
    private final String clientId;
    private final ClientSession session;
    private final AckHold hold;
    /** Start of the connection; the time limit of a redelivered message starts here again. */
    private final long connectedAt = System.nanoTime();
    /** True once the connection is being closed: acknowledgements can no longer reach the client. */
    private volatile boolean isOver;

    public AckInterceptor(long connection, String clientId, ClientSession session, AckHold hold) {
        this.connection = connection;
        this.clientId = clientId;
        this.session = session;
        this.hold = hold;
    }

    @Override
    public void onOutboundPuback(PubackOutboundInput input, PubackOutboundOutput output) {
        var packet = input.getPubackPacket();
        acknowledge(packet.getPacketIdentifier(), 1, packet.getReasonCode(), output);
    }

    @Override
    public void onOutboundPubrec(PubrecOutboundInput input, PubrecOutboundOutput output) {
        var packet = input.getPubrecPacket();
        acknowledge(packet.getPacketIdentifier(), 2, packet.getReasonCode(), output);
    }

    private void acknowledge(int packetId, int qos, AckReasonCode code, SimpleAsyncOutput<?> output) {
        var publish = session.get(packetId, qos);
        if (publish == null || isOver) {
            return;
        }
        var pendingAck = isAccepted(code) ? pendingAckOf(publish) : null;
        if (pendingAck == null || pendingAck.hasArrived()) {
            session.remove(packetId, qos, publish);
            return;
        }
        long since = Math.max(publish.since() - connectedAt, 0) + connectedAt; // nanoTime may overflow
        hold.hold(clientId, since, pendingAck, output, isSent -> {
            if (isSent) {
                session.remove(packetId, qos, publish);
            } else {
                isOver = true;
            }
        });
    }

    /** Returns a refused pending acknowledgement if the message can't be accepted, so that it is not acknowledged. */
    private @Nullable PendingAck pendingAckOf(UnacknowledgedPublish publish) {
        try {
            return publish.acknowledged(connection);
        } catch (RuntimeException | Error e) {
            LOG.error(
                    "Internal error: a publish of client \"{}\" is not stored and not acknowledged; please"
                            + " report it",
                    clientId,
                    e);
            return PendingAck.refused();
        }
    }

    private static boolean isAccepted(AckReasonCode code) {
        return code == AckReasonCode.SUCCESS || code == AckReasonCode.NO_MATCHING_SUBSCRIBERS;
    }
}
