// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.stack.StackOptions;
import io.github.hivemqtdengine.loadtest.stack.StackOptions.DatabaseChoice;
import io.github.hivemqtdengine.loadtest.stack.rows.SinkQueries;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command-line options for a broker that runs already, of any kind, and the database of its messages. */
final class OwnBrokerArguments {

    private static final int LONGEST_NAME = 100;
    private static final String TDENGINE = "jdbc:taos";

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = "--broker",
            paramLabel = "HOST:PORT",
            description = "Your own broker, of any kind, measured as it is. Its only mode is extension with --jdbc "
                    + "alone, and otherwise broker, which may be left out of --modes.")
    @Nullable
    private String broker;

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

    boolean isGiven() {
        if (broker == null) {
            refuse(jdbc, "--jdbc is for your own broker: it needs --broker");
            refuse(name, "--name is for your own broker: it needs --broker");
            refuse(countQuery, "--count-query is for your own broker: it needs --broker");
            refuse(rowsQuery, "--rows-query is for your own broker: it needs --broker");
            refuse(driver, "--driver is for your own broker: it needs --broker");
        }
        return broker != null;
    }

    private void refuse(@Nullable Object value, String why) {
        if (value != null) {
            throw new ParameterException(spec.commandLine(), why);
        }
    }

    /**
     * Returns the options of the broker and its database.
     *
     * @param username the user of the database; {@code null} for TDengine's default or none
     * @param password its password; {@code null} for TDengine's default or none
     */
    StackOptions options(@Nullable String username, @Nullable String password) {
        if (name != null && (name.isBlank() || name.length() > LONGEST_NAME)) {
            refuse(name, "--name needs 1 to " + LONGEST_NAME + " characters");
        }
        var address = address(String.valueOf(broker));
        return StackOptions.own(address, database(username, password)).withName(Optional.ofNullable(name));
    }

    private DatabaseChoice database(@Nullable String username, @Nullable String password) {
        if (countQuery == null) {
            refuse(rowsQuery, "--rows-query needs --count-query beside it");
            refuse(driver, "--driver needs --count-query beside it");
            return jdbc == null ? new DatabaseChoice.None() : StackArguments.running(jdbc, username, password);
        }
        if (jdbc == null) {
            throw new ParameterException(spec.commandLine(), "--count-query needs --jdbc beside it");
        }
        boolean tdengine = jdbc.regionMatches(true, 0, TDENGINE, 0, TDENGINE.length());
        var running = StackArguments.running(jdbc, username, password);
        return new DatabaseChoice.Sink(
                jdbc,
                username != null || tdengine ? running.username() : "",
                password != null || tdengine ? running.password() : "",
                Optional.ofNullable(driver),
                new SinkQueries(countQuery, Optional.ofNullable(rowsQuery)));
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
