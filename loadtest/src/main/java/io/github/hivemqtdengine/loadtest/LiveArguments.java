// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.live.Live;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command-line options for the figures of running rounds. */
final class LiveArguments {

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(names = "--quiet", description = "No line with live figures while a round runs.")
    private boolean quiet;

    @Option(
            names = {"--metrics-port", "--metrics"},
            paramLabel = "[HOST:]PORT",
            converter = AddressConverter.class,
            description =
                    "Serve live figures for Prometheus at http://127.0.0.1:PORT/metrics, or at another address of "
                            + "this machine; the endpoint has no password.")
    @Nullable
    private InetSocketAddress metrics;

    /** @throws IOException if the address for Prometheus is in use */
    Live start(PrintWriter out) throws IOException {
        if (metrics != null && metrics.isUnresolved()) {
            throw new ParameterException(spec.commandLine(), "--metrics " + metrics + " has an unknown host");
        }
        return Live.start(quiet ? Optional.empty() : Optional.of(out), Optional.ofNullable(metrics));
    }
}
