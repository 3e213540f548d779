package io.github.hivemqtdengine.extension;

import com.hivemq.extension.sdk.api.events.client.ClientLifecycleEventListener;
import com.hivemq.extension.sdk.api.events.client.parameters.AuthenticationSuccessfulInput;
import com.hivemq.extension.sdk.api.events.client.parameters.ConnectionStartInput;
import com.hivemq.extension.sdk.api.events.client.parameters.DisconnectEventInput;
import com.hivemq.extension.sdk.api.events.client.parameters.ServerInitiatedDisconnectInput;
import com.hivemq.extension.sdk.api.packets.general.DisconnectedReasonCode;
import java.util.EnumSet;
import java.util.Set;

/** Follows the clients' connections. */
final class ClientEvents implements ClientLifecycleEventListener {

    /** With these the broker ends a connection because of a publish; MQTT 3 has no other way to say so. */
    private static final Set<DisconnectedReasonCode> REJECTIONS = EnumSet.of(
            DisconnectedReasonCode.NOT_AUTHORIZED,
            DisconnectedReasonCode.QOS_NOT_SUPPORTED,
            DisconnectedReasonCode.TOPIC_NAME_INVALID,
            DisconnectedReasonCode.PACKET_TOO_LARGE);

    private final ClientSessions sessions;

    ClientEvents(ClientSessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public void onMqttConnectionStart(ConnectionStartInput input) {
        UserNames.keep(input);
    }

    @Override
    public void onAuthenticationSuccessful(AuthenticationSuccessfulInput input) {
        // the connection has its interceptors a moment later
    }

    @Override
    public void onServerInitiatedDisconnect(ServerInitiatedDisconnectInput input) {
        if (input.getReasonCode().filter(REJECTIONS::contains).isPresent()) {
            sessions.rejected(input.getClientInformation().getClientId());
        }
        onDisconnect(input);
    }

    /** Also of connections that have never come so far as to have a session. */
    @Override
    public void onDisconnect(DisconnectEventInput input) {
        if (ClientCapture.hasSession(input.getConnectionInformation())) {
            sessions.disconnected(input.getClientInformation().getClientId());
        }
    }
}
