// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.cli.ConfiguredCommand.ConfigurationOption;
import io.github.hivemqtdengine.cli.console.ConsoleServer;
import io.github.hivemqtdengine.cli.console.MappingFile;
import io.github.hivemqtdengine.cli.console.Tool;
import io.github.hivemqtdengine.cli.option.DataFolderOption;
import io.github.hivemqtdengine.cli.output.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Serves the console until the process ends. */
@Command(
        name = "console",
        description = "Opens a page on this machine, and prints its address: try the mapping while you write it, and"
                + " look at dead letters. Works without a broker, and beside a running one; ends with Ctrl-C.",
        mixinStandardHelpOptions = true)
final class ConsoleCommand implements Callable<Integer> {

    private static final int MAX_PORT = 65_535;

    private final Path home;
    private final Tool tool;

    @Mixin
    private final ConfigurationOption configuration;

    @Mixin
    private final DataFolderOption dataFolder;

    @Option(names = "--port", paramLabel = "N", description = "The port on 127.0.0.1; any free one unless given.")
    private int port;

    @Spec
    private @Nullable CommandSpec spec;

    /**
     * @param home the extension's folder
     * @param tool runs the other commands
     */
    ConsoleCommand(Path home, InputStream in, Tool tool) {
        this.home = home;
        this.tool = tool;
        this.configuration = new ConfigurationOption(home, in);
        this.dataFolder = new DataFolderOption(home);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (port < 0 || port > MAX_PORT) {
            throw configuration.usage("--port is " + port + "; it is 1 to " + MAX_PORT + ", or 0 for any free one");
        }
        var out = Objects.requireNonNull(spec).commandLine().getOut();
        var file = new MappingFile(configuration.file().toAbsolutePath().normalize());
        var examples = home.resolve("conf").resolve("examples");
        try (var server = ConsoleServer.start(port, tool, file, dataFolder.brokerFolder(), examples)) {
            out.println("The console is at " + server.address());
            out.println("Only this machine can open it, and only with this address. It ends with Ctrl-C.");
            out.flush();
            new CountDownLatch(1).await(); // until the process ends
        }
        return ExitCode.FINE;
    }
}
