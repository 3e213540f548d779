// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.agent.AgentMain;
import io.github.hivemqtdengine.loadtest.agent.AgentServer;
import io.github.hivemqtdengine.loadtest.agent.AgentToken;
import io.github.hivemqtdengine.loadtest.runner.Versions;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs a share of the clients of a load test that another machine commands. */
@Command(
        name = "agent",
        description =
                "Runs a share of the clients of a load test that another machine commands with --agents, until it "
                        + "is ended by Ctrl-C or, with --stdio, by its commander.")
final class AgentCommand implements Callable<Integer> {

    private static final String LOOPBACK = "127.0.0.1";

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this.")
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private boolean help;

    @Option(
            names = "--listen",
            paramLabel = "[HOST:]PORT",
            description = "Wait for the commander at this address, which is of 127.0.0.1 unless a host is given. The "
                    + "connection is not encrypted.")
    @Nullable
    private String listen;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "Its first line is the secret that a commander must know; otherwise a new one is printed.")
    @Nullable
    private Path tokenFile;

    @Option(names = "--stdio", description = "Take orders from standard input, as an agent that its commander starts.")
    private boolean stdio;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (stdio == (listen != null)) {
            throw new ParameterException(spec.commandLine(), "An agent needs either --listen or --stdio");
        }
        if (listen != null) {
            return serve(address(listen));
        }
        AgentMain.serve();
        return ExitCode.FINE;
    }

    private int serve(InetSocketAddress address) throws IOException {
        var out = spec.commandLine().getOut();
        var token = tokenFile == null ? AgentToken.random() : AgentToken.read(tokenFile);
        var version = Versions.read().suite();
        try (var server = AgentServer.listen(address, version, token, out)) {
            out.println("Agent " + version + " listens on " + server.address());
            if (tokenFile == null) {
                out.println("Token: " + token);
            }
            out.flush();
            server.serve();
        }
        return ExitCode.FINE;
    }

    private InetSocketAddress address(String hostAndPort) {
        int colon = hostAndPort.lastIndexOf(':');
        var host = colon < 0 ? LOOPBACK : hostAndPort.substring(0, colon);
        try {
            return new InetSocketAddress(host, Integer.parseInt(hostAndPort.substring(colon + 1)));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(
                    spec.commandLine(), "--listen " + hostAndPort + " is not like 7070 or 192.168.0.9:7070", e);
        }
    }
}
