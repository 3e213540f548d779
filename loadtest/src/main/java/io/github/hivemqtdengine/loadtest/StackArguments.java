// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.scenario.Mode;
import io.github.hivemqtdengine.loadtest.stack.StackOptions;
import io.github.hivemqtdengine.loadtest.stack.StackOptions.DatabaseChoice;
import io.github.hivemqtdengine.loadtest.stack.rows.SinkQueries;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command-line options for the broker and the database under test: started here, or the user's own. */
final class StackArguments {

    private static final int LONGEST_NAME = 100;
    private static final String TDENGINE = "jdbc:taos";
    private static final List<String> OF_THE_OWN_BROKER =
            List.of("--jdbc", "--name", "--count-query", "--rows-query", "--driver");

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = "--stack",
            paramLabel = "STACK",
            description =
                    "What is started here beside HiveMQ CE with the packaged extension: embedded, which is a QuestDB "
                            + "and the default, or tdengine, which is taosd and taosadapter from TDENGINE_HOME or the PATH.")
    private Started stack = Started.EMBEDDED;

    @Option(
            names = "--tdengine",
            paramLabel = "URL",
            description = "A TDengine that runs already, like jdbc:TAOS-WS://host:6041; what is stored goes into a "
                    + "database of its own, which is dropped at the end.")
    @Nullable
    private String tdengine;

    @Option(
            names = "--broker",
            paramLabel = "HOST:PORT",
            converter = AddressConverter.class,
            description = "Your own broker, of any kind, measured as it is. Its only mode is extension with --jdbc "
                    + "alone, and otherwise broker, which may be left out of --modes.")
    @Nullable
    private InetSocketAddress broker;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "What your own broker is called in reports, like \"EMQX 5.8 + rule engine\".")
    @Nullable
    private String name;

    @Option(
            names = "--jdbc",
            paramLabel = "URL",
            description = "The database that the messages of your own broker are stored into; it is only read. Without "
                    + "--count-query, that of its extension: jdbc:TAOS-WS://host:6041/database. With it, any database. "
                    + "Without --jdbc, only deliveries are measured.")
    @Nullable
    private String jdbc;

    @Option(
            names = "--count-query",
            paramLabel = "SQL",
            description = "The number of stored rows, like \"SELECT COUNT(*) FROM mqtt_consumer\"; rows from before a "
                    + "round are subtracted.")
    @Nullable
    private String countQuery;

    @Option(
            names = "--rows-query",
            paramLabel = "SQL",
            description = "The stored rows, to tell which ones are missing or duplicated: with a column payload, or "
                    + "columns p (publisher), n (message), s (time of sending). {table} is that of the scenario, "
                    + "{start} and {prefix} are those of the round. Without it, rows are only counted.")
    @Nullable
    private String rowsQuery;

    @Option(
            names = "--driver",
            paramLabel = "FILE.jar",
            description = "The JDBC driver of the database of --count-query; those of TDengine, PostgreSQL and QuestDB "
                    + "are included.")
    @Nullable
    private Path driver;

    @Option(names = "--username", paramLabel = "NAME", description = "The database's user (TDengine's default).")
    @Nullable
    private String username;

    @Option(
            names = "--password",
            paramLabel = "PASSWORD",
            arity = "0..1",
            interactive = true,
            description = "The database's password (TDengine's default); without a value it is asked for.")
    private char @Nullable [] password;

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

    /** Database that the load tests start. */
    private enum Started {
        EMBEDDED,
        TDENGINE
    }

    /** Returns whether the broker is the user's own. */
    boolean isOwnBroker() {
        return broker != null;
    }

    StackOptions options() {
        var given = spec.commandLine().getParseResult();
        for (var option : OF_THE_OWN_BROKER) {
            check(
                    broker != null || !given.hasMatchedOption(option),
                    option + " is for your own broker: it needs --broker");
        }
        check(
                name == null || (!name.isBlank() && name.length() <= LONGEST_NAME),
                "--name needs 1 to " + LONGEST_NAME + " characters");
        return new StackOptions(
                broker != null ? ofOwnBroker() : startedOrRunning(),
                Optional.ofNullable(broker),
                Optional.ofNullable(name),
                Optional.ofNullable(zip),
                brokerJvm,
                Duration.ofMillis(slow));
    }

    /** Returns the mode of the user's own broker, if there is one. */
    Optional<Mode> onlyMode() {
        var options = options();
        return options.broker().map(its -> options.onlyMode());
    }

    private DatabaseChoice startedOrRunning() {
        if (tdengine != null) {
            return running(tdengine);
        }
        return stack == Started.TDENGINE ? new DatabaseChoice.LocalTDengine() : new DatabaseChoice.EmbeddedQuestDb();
    }

    private DatabaseChoice ofOwnBroker() {
        if (countQuery == null) {
            check(rowsQuery == null, "--rows-query needs --count-query beside it");
            check(driver == null, "--driver needs --count-query beside it");
            return jdbc == null ? new DatabaseChoice.None() : running(jdbc);
        }
        if (jdbc == null) {
            throw new ParameterException(spec.commandLine(), "--count-query needs --jdbc beside it");
        }
        boolean isTDengine = jdbc.regionMatches(true, 0, TDENGINE, 0, TDENGINE.length());
        var running = running(jdbc);
        return new DatabaseChoice.Sink(
                jdbc,
                username != null || isTDengine ? running.username() : "",
                password != null || isTDengine ? running.password() : "",
                Optional.ofNullable(driver),
                new SinkQueries(countQuery, Optional.ofNullable(rowsQuery)));
    }

    /** Returns a running database of the extension; without user and password, with TDengine's. */
    private DatabaseChoice.Running running(String url) {
        return new DatabaseChoice.Running(
                url, username == null ? "root" : username, password == null ? "taosdata" : new String(password));
    }

    private void check(boolean condition, String otherwise) {
        if (!condition) {
            throw new ParameterException(spec.commandLine(), otherwise);
        }
    }
}
