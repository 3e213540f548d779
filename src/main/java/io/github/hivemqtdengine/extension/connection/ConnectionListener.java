// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.connection;

import com.hivemq.extension.sdk.api.events.client.ClientLifecycleEventListener;
import com.hivemq.extension.sdk.api.events.client.parameters.AuthenticationSuccessfulInput;
import com.hivemq.extension.sdk.api.events.client.parameters.ClientInitiatedDisconnectInput;
import com.hivemq.extension.sdk.api.events.client.parameters.ConnectionLostInput;
import com.hivemq.extension.sdk.api.events.client.parameters.ConnectionStartInput;
import com.hivemq.extension.sdk.api.events.client.parameters.DisconnectEventInput;
import com.hivemq.extension.sdk.api.events.client.parameters.ServerInitiatedDisconnectInput;
import com.hivemq.extension.sdk.api.interceptor.connect.ConnectInboundInterceptor;
import com.hivemq.extension.sdk.api.interceptor.connect.parameter.ConnectInboundInput;
import com.hivemq.extension.sdk.api.interceptor.connect.parameter.ConnectInboundOutput;
import io.github.hivemqtdengine.extension.connection.ConnectionEnd.Initiator;
import io.github.hivemqtdengine.extension.publish.ClientSessions;
import io.github.hivemqtdengine.extension.publish.UserNames;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listener of the broker's client lifecycle events, and interceptor of CONNECT packets, whose data it stores with their
 * connections: the broker does not wait for a listener, whose attributes may be lost while it authenticates the client.
 */
public final class ConnectionListener implements ClientLifecycleEventListener, ConnectInboundInterceptor {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionListener.class);

    private final ClientSessions sessions;
    private final ClientConnections connections;

    public ConnectionListener(ClientSessions sessions, ClientConnections connections) {
        this.sessions = sessions;
        this.connections = connections;
    }

    /** Never throws, since the broker would reject the client. */
    @Override
    public void onConnect(ConnectInboundInput input, ConnectInboundOutput output) {
        try {
            var connection = input.getConnectionInformation();
            UserNames.keep(connection, input.getConnectPacket());
            connections.begin(connection, input.getConnectPacket());
        } catch (RuntimeException | Error e) {
            LOG.error(
                    "Internal error: the connection of client \"{}\" was not registered; its events and last"
                            + " will may not be stored; please report it",
                    input.getClientInformation().getClientId(),
                    e);
        }
    }

    @Override
    public void onMqttConnectionStart(ConnectionStartInput input) {
        // onConnect has seen the packet
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
