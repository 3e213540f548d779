package io.github.hivemqtdengine.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Looks whether a port can be had before a server fails in its own words. */
final class Ports {

    private Ports() {}

    /**
     * Checks one port; 0, which is any free one, always passes.
     *
     * @param use what wants to listen there
     * @param option the option that changes the port
     * @throws DemoException if somebody listens on the port already
     */
    static void requireFree(int port, String use, String option) {
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        } catch (IOException e) {
            throw new DemoException(
                    "Port " + port + " for " + use + " is in use. Stop what listens there, or choose another port with "
                            + option + " (0 takes a free one).",
                    e);
        }
    }
}
