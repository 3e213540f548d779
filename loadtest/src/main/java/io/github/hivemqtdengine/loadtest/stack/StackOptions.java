// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack;

import io.github.hivemqtdengine.loadtest.scenario.Mode;
import io.github.hivemqtdengine.loadtest.stack.rows.SinkQueries;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Database, broker and extension to measure.
 *
 * @param where the database
 * @param broker the user's own broker, whose database is only read; empty to start one for each mode
 * @param name the user's name for that broker and what stores its messages; empty for its address
 * @param zip the packaged extension; empty to search for it
 * @param brokerJvm additional JVM arguments of brokers with the extension
 * @param slow additional round-trip time of the database in the mode SLOW
 */
public record StackOptions(
        DatabaseChoice where,
        Optional<InetSocketAddress> broker,
        Optional<String> name,
        Optional<Path> zip,
        List<String> brokerJvm,
        Duration slow) {

    private static final Duration SLOW = Duration.ofMillis(100);

    public StackOptions {
        brokerJvm = List.copyOf(brokerJvm);
    }

    /** Returns options for brokers started here. */
    public static StackOptions of(DatabaseChoice where) {
        return new StackOptions(where, Optional.empty(), Optional.empty(), Optional.empty(), List.of(), SLOW);
    }

    /** Returns the mode in which the user's own broker is measured. */
    public Mode onlyMode() {
        return where instanceof DatabaseChoice.Running ? Mode.EXTENSION : Mode.BROKER;
    }

    public sealed interface DatabaseChoice {

        /** No database: deliveries are measured only. */
        record None() implements DatabaseChoice {}

        /**
         * Database of any sink, with the user's queries.
         *
         * @param username empty if none is needed
         * @param driver jar of the JDBC driver; empty for a bundled one
         */
        record Sink(String jdbcUrl, String username, String password, Optional<Path> driver, SinkQueries queries)
                implements DatabaseChoice {

            @Override
            public String toString() {
                return queries.toString(); // keeps passwords out of reports
            }
        }

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
