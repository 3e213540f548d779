// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of the demo. */
@Command(
        name = "./demo",
        description = "Starts a HiveMQ broker with the extension, a database and a simulated plant, and shows how "
                + "messages become rows. Ctrl-C ends it.%n",
        abbreviateSynopsis = true,
        sortOptions = false)
final class DemoOptions {

    @Option(
            names = "--tdengine",
            paramLabel = "URL",
            description = {
                "Store into a TDengine server instead of the QuestDB that comes with the demo, for example",
                "jdbc:TAOS-WS://host:6041."
            })
    @Nullable
    String tdengineUrl;

    @Option(names = "--user", paramLabel = "NAME", description = "Its user (${DEFAULT-VALUE}).")
    String user = "root";

    @Option(names = "--password", paramLabel = "PASSWORD", description = "Its password (${DEFAULT-VALUE}).")
    String password = "taosdata";

    @Option(names = "--database", paramLabel = "NAME", description = "The database in it (${DEFAULT-VALUE}).")
    String database = "demo";

    @Option(names = "--devices", paramLabel = "N", description = "Simulated devices (${DEFAULT-VALUE}).")
    private int devices = 30;

    @Option(names = "--no-devices", description = "No simulated devices: publish with your own clients.")
    private boolean noDevices;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Messages a second of all devices together (${DEFAULT-VALUE}).")
    int rate = 200;

    @Option(
            names = "--mqtt-port",
            paramLabel = "PORT",
            description = "The broker's port (1883, or a free one if that is in use); 0 is any free one.")
    @Nullable
    Integer mqttPort;

    @Option(
            names = "--http-port",
            paramLabel = "PORT",
            description = "The port of QuestDB's web console (likewise, 9000).")
    @Nullable
    Integer httpPort;

    @Option(
            names = "--pg-port",
            paramLabel = "PORT",
            description = "The port of QuestDB's PostgreSQL protocol (likewise, 8812).")
    @Nullable
    Integer pgPort;

    @Option(
            names = "--dir",
            paramLabel = "FOLDER",
            description = "Where everything is kept (${DEFAULT-VALUE}); nothing is written anywhere else.")
    private Path folder = Path.of("demo-data");

    @Option(names = "--duration", paramLabel = "SECONDS", description = "End after this time.")
    private @Nullable Integer duration;

    @Option(names = "--help", usageHelp = true, description = "Show this help.")
    boolean help;

    /**
     * Parses a command line; the last of several equal options counts.
     *
     * @throws DemoException if an option is unknown or has a wrong value
     */
    static DemoOptions parse(String... arguments) {
        var options = new DemoOptions();
        try {
            new CommandLine(options)
                    .setOverwrittenOptionsAllowed(true)
                    .setExpandAtFiles(false)
                    .parseArgs(arguments);
        } catch (ParameterException e) {
            throw new DemoException(e.getMessage() + "; see --help", e);
        }
        options.checkRanges();
        return options;
    }

    /** Prints all options with their defaults. */
    static void printHelp(PrintStream out) {
        CommandLine.usage(new DemoOptions(), out, Ansi.OFF);
    }

    /** Returns the number of simulated devices. */
    int devices() {
        return noDevices ? 0 : devices;
    }

    Path folder() {
        return folder.toAbsolutePath().normalize();
    }

    /** Returns how long to run; {@code null} until Ctrl-C. */
    @Nullable
    Duration duration() {
        return duration == null ? null : Duration.ofSeconds(duration);
    }

    private void checkRanges() {
        checkRange("--devices", devices, 0, 10_000);
        checkRange("--rate", rate, 1, 1_000_000);
        checkRange("--mqtt-port", mqttPort, 0, 65_535);
        checkRange("--http-port", httpPort, 0, 65_535);
        checkRange("--pg-port", pgPort, 0, 65_535);
        checkRange("--duration", duration, 1, 1_000_000);
    }

    private static void checkRange(String option, @Nullable Integer number, int least, int most) {
        if (number != null && (number < least || number > most)) {
            throw new DemoException(option + " takes a number from " + least + " to " + most + ", not " + number);
        }
    }
}
