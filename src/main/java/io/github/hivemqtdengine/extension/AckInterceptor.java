package io.github.hivemqtdengine.extension;

import com.hivemq.extension.sdk.api.async.SimpleAsyncOutput;
import com.hivemq.extension.sdk.api.interceptor.puback.PubackOutboundInterceptor;
import com.hivemq.extension.sdk.api.interceptor.puback.parameter.PubackOutboundInput;
import com.hivemq.extension.sdk.api.interceptor.puback.parameter.PubackOutboundOutput;
import com.hivemq.extension.sdk.api.interceptor.pubrec.PubrecOutboundInterceptor;
import com.hivemq.extension.sdk.api.interceptor.pubrec.parameter.PubrecOutboundInput;
import com.hivemq.extension.sdk.api.interceptor.pubrec.parameter.PubrecOutboundOutput;
import com.hivemq.extension.sdk.api.packets.publish.AckReasonCode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sees the acknowledgements that one client gets, and holds them as long as their messages are on their way. */
final class AckInterceptor implements PubackOutboundInterceptor, PubrecOutboundInterceptor {

    private static final Logger LOG = LoggerFactory.getLogger(AckInterceptor.class);

    private final String clientId;
    private final UnacknowledgedPublishes unacknowledged;
    private final AckHold hold;

    AckInterceptor(String clientId, UnacknowledgedPublishes unacknowledged, AckHold hold) {
        this.clientId = clientId;
        this.unacknowledged = unacknowledged;
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
        var publish = unacknowledged.get(packetId, qos);
        if (publish == null) {
            return;
        }
        try {
            var receipt = isAccepted(code) ? publish.acknowledged() : null;
            if (receipt == null || receipt.hasArrived()) {
                unacknowledged.remove(packetId, qos);
            } else {
                hold.hold(clientId, receipt, output, () -> unacknowledged.remove(packetId, qos));
            }
        } catch (RuntimeException | Error e) {
            LOG.error("A message of client {} was not taken in", clientId, e);
        }
    }

    private static boolean isAccepted(AckReasonCode code) {
        return code == AckReasonCode.SUCCESS || code == AckReasonCode.NO_MATCHING_SUBSCRIBERS;
    }
}
