// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** Ports for servers that can't choose one themselves, and for those that have to come back at the same place. */
public final class Ports {

    /**
     * Below the ephemeral ports of the system. Such a port may be taken while its server is away, even by a client that
     * connects to it.
     */
    private static final int LOWEST = 10_000;

    private static final int COUNT = 5_000;
    private static final int RANGES = 4;

    /** Test JVMs that run side by side, which the build numbers from 1, search in different ranges. */
    private static final int FIRST = LOWEST + Integer.getInteger("tests.fork", 1) % RANGES * COUNT;

    private static final AtomicInteger NEXT =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

    private Ports() {}

    /** A port that is free at this moment and that this process has not returned before. */
    public static int free() {
        for (int tries = 0; tries < COUNT; tries++) {
            int port = FIRST + NEXT.getAndIncrement() % COUNT;
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no port is free");
    }

    private static boolean isFree(int port) {
        try (var socket = new ServerSocket(port)) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
