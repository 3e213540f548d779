// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.connection;

import com.hivemq.extension.sdk.api.interceptor.connect.ConnectInboundInterceptor;
import com.hivemq.extension.sdk.api.interceptor.connect.parameter.ConnectInboundInput;
import com.hivemq.extension.sdk.api.interceptor.connect.parameter.ConnectInboundOutput;
import io.github.hivemqtdengine.extension.publish.UserNames;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the data of CONNECT packets with their connections. The broker does not wait for a listener, whose attributes
 * may be lost while the broker authenticates the client. It never throws, since the broker would reject the client.
 */
public final class ConnectInterceptor implements ConnectInboundInterceptor {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectInterceptor.class);

    private final ClientConnections connections;

    public ConnectInterceptor(ClientConnections connections) {
        this.connections = connections;
    }

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
}
