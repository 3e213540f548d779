package io.github.hivemqtdengine.loadtest.mqtt;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands between clients and a broker, and lets nothing through while it stalls. */
final class StallingRelay implements AutoCloseable {

    private final ServerSocket server;
    private final InetSocketAddress broker;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile long stalledUntil = System.nanoTime();

    StallingRelay(InetSocketAddress broker) throws IOException {
        this.broker = broker;
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort());
    }

    void stall(Duration time) {
        stalledUntil = System.nanoTime() + time.toNanos();
    }

    private void accept() throws IOException {
        while (true) {
            var client = server.accept();
            var other = new Socket(broker.getAddress(), broker.getPort());
            sockets.add(client);
            sockets.add(other);
            start(() -> copy(client, other));
            start(() -> copy(other, client));
        }
    }

    private void copy(Socket from, Socket to) throws IOException {
        var bytes = new byte[1 << 16];
        for (int read = from.getInputStream().read(bytes);
                read >= 0;
                read = from.getInputStream().read(bytes)) {
            waitOut();
            to.getOutputStream().write(bytes, 0, read);
        }
        to.shutdownOutput(); // a client that disconnects waits for the end of the broker's direction
    }

    private void waitOut() {
        try {
            for (long rest = stalledUntil - System.nanoTime(); rest > 0; rest = stalledUntil - System.nanoTime()) {
                Thread.sleep(Duration.ofNanos(rest).toMillis() + 1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void start(Copying task) {
        var thread = new Thread(() -> {
            try {
                task.run();
            } catch (IOException e) {
                // closed
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (var socket : sockets) {
            socket.close();
        }
    }

    @FunctionalInterface
    private interface Copying {

        void run() throws IOException;
    }
}
