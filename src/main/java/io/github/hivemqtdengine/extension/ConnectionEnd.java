package io.github.hivemqtdengine.extension;

import com.hivemq.extension.sdk.api.events.client.parameters.DisconnectEventInput;
import com.hivemq.extension.sdk.api.packets.general.DisconnectedReasonCode;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import org.jspecify.annotations.Nullable;

/**
 * How a connection has ended.
 *
 * @param initiator who has ended it
 * @param reason the reason code, or {@code null}
 * @param reasonString what the DISCONNECT packet says besides, or {@code null}
 * @param properties the user properties of the DISCONNECT packet
 */
record ConnectionEnd(
        Initiator initiator,
        @Nullable DisconnectedReasonCode reason,
        @Nullable String reasonString,
        Mqtt5Properties properties) {

    /** Who ends a connection. */
    enum Initiator {
        CLIENT,
        SERVER,
        /** Nobody has said anything. */
        CONNECTION_LOST
    }

    static ConnectionEnd of(Initiator initiator, DisconnectEventInput input) {
        return new ConnectionEnd(
                initiator,
                input.getReasonCode().orElse(null),
                input.getReasonString().orElse(null),
                input.getUserProperties().map(PacketMessage::propertiesOf).orElse(Mqtt5Properties.NONE));
    }

    /** Whether the client has connected again before this connection had ended. */
    boolean isTakeover() {
        return initiator == Initiator.SERVER && reason == DisconnectedReasonCode.SESSION_TAKEN_OVER;
    }

    /** Whether the broker publishes the client's last will. */
    boolean publishesWill() {
        return initiator != Initiator.CLIENT || reason != DisconnectedReasonCode.NORMAL_DISCONNECTION;
    }
}
