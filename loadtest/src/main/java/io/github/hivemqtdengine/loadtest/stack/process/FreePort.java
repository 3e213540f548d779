// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Free ports for servers that need a port in advance, or the same port after a restart. They are below the usual
 * ephemeral ports, so that no outgoing connection takes the port of a stopped server.
 */
public final class FreePort {

    private static final int FIRST = 15_000;
    private static final int END = 30_000;
    private static final int TRIES = 100;

    private FreePort() {}

    /** Returns a currently free loopback port. */
    public static int find() throws IOException {
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, END);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IOException("No port from " + FIRST + " to " + (END - 1) + " is free");
    }

    private static boolean isFree(int port) {
        try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
