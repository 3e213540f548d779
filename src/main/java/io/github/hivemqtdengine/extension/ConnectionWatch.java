package io.github.hivemqtdengine.extension;

/** Wants to know of the clients' connections. For one client it is called by one thread at a time. */
interface ConnectionWatch {

    /** The client is there again, whatever becomes of this connection; may be called more than once for it. */
    default void returned(ClientConnection connection) {}

    /** The broker is about to accept a connection. An earlier one of the same client has ended before. */
    void accepted(ClientConnection connection);

    /** A connection that was accepted has ended. */
    void ended(ClientConnection connection, ConnectionEnd end);
}
