// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.database;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;

/** Check whether a port is reachable at addresses other than the loopback one, and so from other machines. */
public final class Exposure {

    /** Ample: addresses of this machine accept or refuse at once. */
    private static final int CONNECT_MILLIS = 500;

    private Exposure() {}

    /** Returns this machine's addresses, without loopback ones, at which the port is open. */
    public static List<InetAddress> addresses(int port) throws SocketException {
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
