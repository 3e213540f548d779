// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.live.Live;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command-line options for the figures of running rounds. */
final class LiveArguments {

    private static final int MOST_PORT = 65_535;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(names = "--quiet", description = "No line with live figures while a round runs.")
    private boolean quiet;

    @Option(
            names = "--metrics-port",
            paramLabel = "PORT",
            description = "Serve live figures for Prometheus at http://127.0.0.1:PORT/metrics.")
    @Nullable
    private Integer metricsPort;

    @Option(
            names = "--metrics",
            paramLabel = "HOST:PORT",
            description = "The same at another address of this machine; the endpoint has no password.")
    @Nullable
    private String metrics;

    /** @throws IOException if the address for Prometheus is in use */
    Live start(PrintWriter out) throws IOException {
        return Live.start(quiet ? Optional.empty() : Optional.of(out), address());
    }

    private Optional<InetSocketAddress> address() {
        if (metricsPort != null && metrics != null) {
            throw new ParameterException(spec.commandLine(), "--metrics-port and --metrics are one too many");
        }
        if (metricsPort != null) {
            return Optional.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), port(metricsPort.toString())));
        }
        if (metrics == null) {
            return Optional.empty();
        }
        int colon = metrics.lastIndexOf(':');
        if (colon < 1) {
            throw new ParameterException(spec.commandLine(), "--metrics " + metrics + " is not like 127.0.0.1:9400");
        }
        var address = new InetSocketAddress(metrics.substring(0, colon), port(metrics.substring(colon + 1)));
        if (address.isUnresolved()) {
            throw new ParameterException(spec.commandLine(), "--metrics " + metrics + " has an unknown host");
        }
        return Optional.of(address);
    }

    private int port(String text) {
        try {
            int port = Integer.parseInt(text);
            if (port >= 0 && port <= MOST_PORT) {
                return port;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw new ParameterException(spec.commandLine(), text + " is not a port for metrics: 0 to " + MOST_PORT);
    }
}
