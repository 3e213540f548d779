// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.connection;

import com.hivemq.extension.sdk.api.events.client.parameters.DisconnectEventInput;
import com.hivemq.extension.sdk.api.packets.general.DisconnectedReasonCode;
import io.github.hivemqtdengine.extension.publish.PacketMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import org.jspecify.annotations.Nullable;

/**
 * End of a connection.
 *
 * @param initiator the side that ended it
 * @param reason the reason code, or {@code null}
 * @param reasonString the reason string of the DISCONNECT packet, or {@code null}
 * @param properties the user properties of the DISCONNECT packet
 */
record ConnectionEnd(
        Initiator initiator,
        @Nullable DisconnectedReasonCode reason,
        @Nullable String reasonString,
        Mqtt5Properties properties) {

    enum Initiator {
        CLIENT,
        SERVER,
        /** Neither side sent a DISCONNECT packet. */
        CONNECTION_LOST
    }

    static ConnectionEnd of(Initiator initiator, DisconnectEventInput input) {
        return new ConnectionEnd(
                initiator,
                input.getReasonCode().orElse(null),
                input.getReasonString().orElse(null),
                input.getUserProperties().map(PacketMessage::propertiesOf).orElse(Mqtt5Properties.NONE));
    }

    /** Returns whether a new connection of the same client ended this one. */
    boolean isTakeover() {
        return initiator == Initiator.SERVER && reason == DisconnectedReasonCode.SESSION_TAKEN_OVER;
    }

    /** Returns whether the broker publishes the client's last will. */
    boolean publishesWill() {
        return initiator != Initiator.CLIENT || reason != DisconnectedReasonCode.NORMAL_DISCONNECTION;
    }
}
