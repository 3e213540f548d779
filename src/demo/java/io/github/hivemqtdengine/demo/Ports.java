// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.jspecify.annotations.Nullable;

/** Choice of the ports that the demo listens on. */
final class Ports {

    private Ports() {}

    /**
     * Returns the requested port, otherwise the usual one, or 0 for any free port if the usual one is in use.
     *
     * @param use the part that will listen
     * @param option the option that requests a port
     * @throws DemoException if the requested port is in use
     */
    static int choose(@Nullable Integer asked, int usual, String use, String option) {
        if (asked == null) {
            return isFree(usual) ? usual : 0;
        }
        if (!isFree(asked)) {
            throw new DemoException("Port " + asked + " for " + use
                    + " is in use. Stop what listens there, or choose another port with " + option
                    + " (0 takes a free one).");
        }
        return asked;
    }

    private static boolean isFree(int port) {
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
