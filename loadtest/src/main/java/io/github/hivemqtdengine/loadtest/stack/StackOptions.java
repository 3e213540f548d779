package io.github.hivemqtdengine.loadtest.stack;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What is measured, and what of it is started here.
 *
 * @param where the database
 * @param broker the user's own broker; none for brokers of ours, one for each mode
 * @param zip the packaged extension; none for the one that is found
 * @param brokerJvm further arguments of the JVM of brokers with the extension
 * @param slow how much later the database answers in the mode SLOW, there and back together
 */
public record StackOptions(
        DatabaseChoice where,
        Optional<InetSocketAddress> broker,
        Optional<Path> zip,
        List<String> brokerJvm,
        Duration slow) {

    private static final Duration SLOW = Duration.ofMillis(100);

    public StackOptions {
        brokerJvm = List.copyOf(brokerJvm);
    }

    /** Brokers of ours and a database. */
    public static StackOptions of(DatabaseChoice where) {
        return new StackOptions(where, Optional.empty(), Optional.empty(), List.of(), SLOW);
    }

    /** The user's own broker and the database that it stores into; nothing is started, and rows are read only. */
    public static StackOptions own(InetSocketAddress broker, DatabaseChoice.Running where) {
        return new StackOptions(where, Optional.of(broker), Optional.empty(), List.of(), SLOW);
    }

    public StackOptions withZip(Path file) {
        return new StackOptions(where, broker, Optional.of(file), brokerJvm, slow);
    }

    public StackOptions withBrokerJvm(List<String> arguments) {
        return new StackOptions(where, broker, zip, arguments, slow);
    }

    public StackOptions withSlow(Duration thereAndBack) {
        return new StackOptions(where, broker, zip, brokerJvm, thereAndBack);
    }

    /** Which database. */
    public sealed interface DatabaseChoice {

        /** QuestDB in a JVM of its own, started here. */
        record EmbeddedQuestDb() implements DatabaseChoice {}

        /** TDengine, started here from {@code taosd} and {@code taosadapter} in {@code TDENGINE_HOME} or on the PATH. */
        record LocalTDengine() implements DatabaseChoice {}

        /**
         * One that runs already: {@code jdbc:TAOS-WS://host:6041} or {@code jdbc:postgresql://host:8812/qdb}; with a broker
         * of the user's own, TDengine's with the name of the database.
         */
        record Running(String jdbcUrl, String username, String password) implements DatabaseChoice {

            @Override
            public String toString() {
                return jdbcUrl; // a password stays out of reports
            }
        }
    }
}
