package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.stack.StackOptions;
import io.github.hivemqtdengine.loadtest.stack.StackOptions.DatabaseChoice;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command-line options for the broker and the database under test. */
final class StackArguments {

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = "--stack",
            paramLabel = "STACK",
            converter = DatabaseOfRun.Converter.class,
            description =
                    "What is started here beside HiveMQ CE with the packaged extension: embedded, which is a QuestDB "
                            + "and the default, or tdengine, which is taosd and taosadapter from TDENGINE_HOME or the PATH.")
    private DatabaseOfRun stack = DatabaseOfRun.EMBEDDED;

    @Option(
            names = "--tdengine",
            paramLabel = "URL",
            description = "A TDengine that runs already, like jdbc:TAOS-WS://host:6041; what is stored goes into a "
                    + "database of its own, which is dropped at the end.")
    @Nullable
    private String tdengine;

    @Option(names = "--broker", paramLabel = "HOST:PORT", description = "Your own broker; needs --jdbc.")
    @Nullable
    private String broker;

    @Option(
            names = "--jdbc",
            paramLabel = "URL",
            description = "The database that your own broker's extension stores into, like "
                    + "jdbc:TAOS-WS://host:6041/database; it is only read.")
    @Nullable
    private String jdbc;

    @Option(names = "--username", paramLabel = "NAME", description = "The database's user (${DEFAULT-VALUE}).")
    private String username = "root";

    @Option(
            names = "--password",
            paramLabel = "PASSWORD",
            arity = "0..1",
            interactive = true,
            description = "The database's password (TDengine's default); without a value it is asked for.")
    private char[] password = "taosdata".toCharArray();

    @Option(names = "--zip", paramLabel = "FILE", description = "The packaged extension, if not the one found here.")
    @Nullable
    private Path zip;

    @Option(
            names = "--broker-jvm",
            paramLabel = "ARGUMENT",
            description = "A further argument of the JVM of brokers with the extension; may be repeated.")
    private List<String> brokerJvm = List.of();

    @Option(
            names = "--slow",
            paramLabel = "MILLISECONDS",
            description = "How much later the database answers in the mode slow (${DEFAULT-VALUE}).")
    private int slow = 100;

    StackOptions options() {
        var options = broker == null
                ? StackOptions.of(database())
                : StackOptions.own(address(broker), running(required(jdbc, "--broker needs --jdbc")));
        if (zip != null) {
            options = options.withZip(zip);
        }
        return options.withBrokerJvm(brokerJvm).withSlow(Duration.ofMillis(slow));
    }

    private DatabaseChoice database() {
        if (jdbc != null) {
            throw new ParameterException(spec.commandLine(), "--jdbc is for your own broker: it needs --broker");
        }
        if (tdengine != null) {
            return running(tdengine);
        }
        return stack.choice();
    }

    private DatabaseChoice.Running running(String url) {
        return new DatabaseChoice.Running(url, username, new String(password));
    }

    private String required(@Nullable String value, String otherwise) {
        if (value == null) {
            throw new ParameterException(spec.commandLine(), otherwise);
        }
        return value;
    }

    private InetSocketAddress address(String hostAndPort) {
        int colon = hostAndPort.lastIndexOf(':');
        try {
            return new InetSocketAddress(
                    hostAndPort.substring(0, colon), Integer.parseInt(hostAndPort.substring(colon + 1)));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new ParameterException(
                    spec.commandLine(), "--broker " + hostAndPort + " is not like 192.168.0.7:1883", e);
        }
    }
}
