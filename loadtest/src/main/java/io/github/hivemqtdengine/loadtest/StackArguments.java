// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.scenario.Mode;
import io.github.hivemqtdengine.loadtest.stack.StackOptions;
import io.github.hivemqtdengine.loadtest.stack.StackOptions.DatabaseChoice;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command-line options for the broker and the database under test. */
final class StackArguments {

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

    @Mixin
    private final OwnBrokerArguments own = new OwnBrokerArguments();

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

    /** Returns whether the broker is the user's own. */
    boolean isOwnBroker() {
        return own.isGiven();
    }

    StackOptions options() {
        var options = own.isGiven()
                ? own.options(username, password == null ? null : new String(password))
                : StackOptions.of(database());
        if (zip != null) {
            options = options.withZip(zip);
        }
        return options.withBrokerJvm(brokerJvm).withSlow(Duration.ofMillis(slow));
    }

    private DatabaseChoice database() {
        if (tdengine != null) {
            return running(tdengine, username, password == null ? null : new String(password));
        }
        return stack.choice();
    }

    /** Returns a running database of the extension; without user and password, with TDengine's. */
    static DatabaseChoice.Running running(String url, @Nullable String username, @Nullable String password) {
        return new DatabaseChoice.Running(
                url, username == null ? "root" : username, password == null ? "taosdata" : password);
    }

    /** Returns the mode of the user's own broker, if there is one. */
    Optional<Mode> onlyMode() {
        return own.isGiven() ? Optional.of(options().onlyMode()) : Optional.empty();
    }
}
