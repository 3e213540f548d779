package io.github.hivemqtdengine.loadtest.stack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds ports for servers that do not find one themselves, or that must come back on theirs. They are below those that
 * systems give to outgoing connections, so that no client takes one while its server is away.
 */
final class FreePort {

    private static final int FIRST = 15_000;
    private static final int END = 30_000;
    private static final int TRIES = 100;

    private FreePort() {}

    /** A port of the loopback address that nobody listens on now. */
    static int find() throws IOException {
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
