package io.github.hivemqtdengine.loadtest.stack;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Database, broker and extension to measure.
 *
 * @param where the database
 * @param broker the user's own broker; empty to start one for each mode
 * @param zip the packaged extension; empty to search for it
 * @param brokerJvm additional JVM arguments of brokers with the extension
 * @param slow additional round-trip time of the database in the mode SLOW
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

    /** Returns options for brokers started here. */
    public static StackOptions of(DatabaseChoice where) {
        return new StackOptions(where, Optional.empty(), Optional.empty(), List.of(), SLOW);
    }

    /** Returns options for the user's own broker and database. Nothing is started; the database is only read. */
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

    public sealed interface DatabaseChoice {

        /** QuestDB in a child JVM. */
        record EmbeddedQuestDb() implements DatabaseChoice {}

        /** TDengine from {@code taosd} and {@code taosadapter} in {@code TDENGINE_HOME} or on the PATH. */
        record LocalTDengine() implements DatabaseChoice {}

        /**
         * Running database: {@code jdbc:TAOS-WS://host:6041} or {@code jdbc:postgresql://host:8812/qdb}. With the
         * user's own broker, a TDengine URL includes the name of the database.
         */
        record Running(String jdbcUrl, String username, String password) implements DatabaseChoice {

            @Override
            public String toString() {
                return jdbcUrl; // keeps the password out of reports
            }
        }
    }
}
