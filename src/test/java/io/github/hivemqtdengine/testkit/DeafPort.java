// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** A port that never answers, like a host that is switched off: its accept queue is full. */
public final class DeafPort implements AutoCloseable {

    private static final int PLACES = 1;
    /** Systems give a few more places than they are asked for. */
    private static final int GUESTS = 16;

    private final ServerSocket listener;
    private final List<SocketChannel> guests = new ArrayList<>();

    public DeafPort() {
        try {
            listener = new ServerSocket(0, PLACES, InetAddress.getLoopbackAddress());
            for (int i = 0; i < GUESTS; i++) {
                var guest = SocketChannel.open();
                guests.add(guest);
                guest.configureBlocking(false);
                guest.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String jdbcUrl() {
        return "jdbc:TAOS-WS://127.0.0.1:" + listener.getLocalPort();
    }

    @Override
    public void close() {
        try {
            for (var guest : guests) {
                guest.close();
            }
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
