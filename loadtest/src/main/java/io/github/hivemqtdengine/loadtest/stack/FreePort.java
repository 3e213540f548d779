package io.github.hivemqtdengine.loadtest.stack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Finds ports for servers that do not find one themselves. */
final class FreePort {

    private FreePort() {}

    /** A port of the loopback address that nobody listens on now. */
    static int find() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
