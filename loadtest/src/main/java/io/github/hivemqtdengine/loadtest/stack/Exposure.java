package io.github.hivemqtdengine.loadtest.stack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;

/** Finds out whether other machines may reach a port: whether it answers at another address than the loopback one. */
final class Exposure {

    /** An address of this machine accepts or refuses at once. */
    private static final int CONNECT_MILLIS = 500;

    private Exposure() {}

    /** Returns the addresses of this machine, other than the loopback ones, at which a port answers. */
    static List<InetAddress> addresses(int port) throws SocketException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.isLoopbackAddress())
                .filter(address -> answers(address, port))
                .toList();
    }

    private static boolean answers(InetAddress address, int port) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
