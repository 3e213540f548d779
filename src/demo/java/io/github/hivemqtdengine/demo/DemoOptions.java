package io.github.hivemqtdengine.demo;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the demo was asked for.
 *
 * @param tdengineUrl the TDengine server to store into, or {@code null} for the embedded QuestDB
 * @param user TDengine's user
 * @param password the user's password
 * @param database the database inside TDengine
 * @param devices the number of simulated devices
 * @param rate messages per second of all devices together
 * @param mqttPort the broker's port: 0 is any free one, {@code null} the usual one if it is free; the same holds for the other ports
 * @param duration how long to run, or {@code null} until Ctrl-C
 */
record DemoOptions(
        boolean help,
        @Nullable String tdengineUrl,
        String user,
        String password,
        String database,
        int devices,
        int rate,
        @Nullable Integer mqttPort,
        @Nullable Integer httpPort,
        @Nullable Integer pgPort,
        Path folder,
        @Nullable Duration duration) {

    static final String HELP = """
            usage: ./demo [options]

            Starts a HiveMQ broker with the extension, a database and a simulated plant, and shows how messages
            become rows. Ctrl-C ends it.

              --tdengine URL       store into a TDengine server, for example jdbc:TAOS-WS://host:6041,
                                   instead of the QuestDB that comes with the demo
              --user NAME          its user (root)
              --password PASSWORD  its password (taosdata)
              --database NAME      the database in it (demo)
              --devices N          simulated devices (30)
              --no-devices         no simulated devices: publish with your own clients
              --rate N             messages a second of all devices together (200)
              --mqtt-port PORT     the broker's port (1883, or a free one if that is in use); 0 is any free one
              --http-port PORT     the port of QuestDB's web console (likewise, 9000)
              --pg-port PORT       the port of QuestDB's PostgreSQL protocol (likewise, 8812)
              --dir FOLDER         where everything is kept (demo-data); nothing is written anywhere else
              --duration SECONDS   end by itself
              --help               this text
            """;

    /**
     * Reads a command line; of an option that is there twice the later one counts.
     *
     * @throws DemoException if it can't be understood
     */
    static DemoOptions parse(String... arguments) {
        var line = new CommandLine(List.of(arguments));
        var devices = line.number("--devices", 30, 0, 10_000);
        var options = new DemoOptions(
                line.flag("--help"),
                line.text("--tdengine"),
                line.text("--user", "root"),
                line.text("--password", "taosdata"),
                line.text("--database", "demo"),
                line.flag("--no-devices") ? 0 : devices,
                line.number("--rate", 200, 1, 1_000_000),
                port(line, "--mqtt-port"),
                port(line, "--http-port"),
                port(line, "--pg-port"),
                Path.of(line.text("--dir", "demo-data")).toAbsolutePath().normalize(),
                line.has("--duration") ? Duration.ofSeconds(line.number("--duration", 0, 1, 1_000_000)) : null);
        line.requireAllRead();
        return options;
    }

    private static @Nullable Integer port(CommandLine line, String option) {
        return line.has(option) ? line.number(option, 0, 0, 65_535) : null;
    }
}
