// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.connection;

/** Observer of the clients' connections. Calls for one client come from one thread at a time. */
public interface ConnectionWatch {

    /** Handles a client that is connected again, even if this connection fails; may be called more than once for it. */
    default void returned(ClientConnection connection) {}

    /** Handles a connection that the broker is about to accept, after the end of the client's earlier one. */
    void accepted(ClientConnection connection);

    /** Handles the end of an accepted connection. */
    void ended(ClientConnection connection, ConnectionEnd end);
}
