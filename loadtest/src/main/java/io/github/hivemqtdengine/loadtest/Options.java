package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.stack.Broker;
import io.github.hivemqtdengine.loadtest.stack.BrokerMode;
import io.github.hivemqtdengine.loadtest.stack.Testbed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What all scenarios have in common. Filled in by the command line. */
final class Options {

    @Option(names = "--rounds", paramLabel = "N", description = "Counted rounds of each mode (${DEFAULT-VALUE}).")
    int rounds = 5;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            description = "Rounds before, which are not counted (${DEFAULT-VALUE}).")
    int warmUp = 3;

    @Option(
            names = "--tdengine",
            paramLabel = "URL",
            description = "A TDengine that runs already, like jdbc:TAOS-WS://host:6041; its user root has the "
                    + "password taosdata. Without this, taosd and taosadapter from the PATH, else QuestDB.")
    @Nullable
    String tdengine;

    @Option(names = "--questdb", description = "QuestDB, also where TDengine is installed.")
    boolean questDb;

    @Option(names = "--zip", paramLabel = "FILE", description = "The packaged extension (the one in ../target).")
    @Nullable
    Path zip;

    @Option(
            names = "--broker-jvm",
            paramLabel = "ARGUMENT",
            description = "A further argument of the JVM of the broker with the extension; may be repeated.")
    List<String> brokerJvm = List.of();

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this.")
    boolean help;

    Testbed testbed() throws IOException, InterruptedException, SQLException {
        return Testbed.start(Optional.ofNullable(tdengine), questDb);
    }

    Broker broker(Testbed testbed, BrokerMode mode) throws IOException {
        boolean extension = mode.hasExtension();
        return testbed.broker(mode, extension ? zip() : Path.of(""), extension ? brokerJvm : List.of());
    }

    private Path zip() throws IOException {
        if (zip != null) {
            return zip;
        }
        var target = Path.of("../target");
        try (var files = Files.newDirectoryStream(target, "hivemq-tdengine-extension-*.zip")) {
            for (var file : files) {
                return file;
            }
        }
        throw new IOException("There is no packaged extension in ../target; run ./mvnw package");
    }
}
