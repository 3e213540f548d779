// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.connection;

import com.hivemq.extension.sdk.api.events.client.ClientLifecycleEventListener;
import com.hivemq.extension.sdk.api.events.client.parameters.AuthenticationSuccessfulInput;
import com.hivemq.extension.sdk.api.events.client.parameters.ClientInitiatedDisconnectInput;
import com.hivemq.extension.sdk.api.events.client.parameters.ConnectionLostInput;
import com.hivemq.extension.sdk.api.events.client.parameters.ConnectionStartInput;
import com.hivemq.extension.sdk.api.events.client.parameters.DisconnectEventInput;
import com.hivemq.extension.sdk.api.events.client.parameters.ServerInitiatedDisconnectInput;
import io.github.hivemqtdengine.extension.connection.ConnectionEnd.Initiator;
import io.github.hivemqtdengine.extension.publish.ClientSessions;

/** Listener of the broker's client lifecycle events. */
public final class ConnectionListener implements ClientLifecycleEventListener {

    private final ClientSessions sessions;
    private final ClientConnections connections;

    public ConnectionListener(ClientSessions sessions, ClientConnections connections) {
        this.sessions = sessions;
        this.connections = connections;
    }

    @Override
    public void onMqttConnectionStart(ConnectionStartInput input) {
        // ConnectInterceptor has seen the packet
    }

    @Override
    public void onAuthenticationSuccessful(AuthenticationSuccessfulInput input) {
        connections.authenticated(input.getConnectionInformation());
    }

    @Override
    public void onServerInitiatedDisconnect(ServerInitiatedDisconnectInput input) {
        end(Initiator.SERVER, input);
    }

    @Override
    public void onClientInitiatedDisconnect(ClientInitiatedDisconnectInput input) {
        end(Initiator.CLIENT, input);
    }

    @Override
    public void onConnectionLost(ConnectionLostInput input) {
        end(Initiator.CONNECTION_LOST, input);
    }

    /** Handles failed authentications, also those during a connection. */
    @Override
    public void onDisconnect(DisconnectEventInput input) {
        end(Initiator.SERVER, input);
    }

    /** Handles the end of a connection, also of one without a session. */
    private void end(Initiator initiator, DisconnectEventInput input) {
        sessions.disconnected(input.getClientInformation().getClientId(), input.getConnectionInformation());
        connections.end(initiator, input);
    }
}
