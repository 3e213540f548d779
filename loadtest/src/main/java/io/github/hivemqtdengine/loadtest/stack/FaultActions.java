// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack;

import io.github.hivemqtdengine.loadtest.scenario.Fault;
import io.github.hivemqtdengine.loadtest.stack.broker.BrokerHandle;
import io.github.hivemqtdengine.loadtest.stack.broker.BrokerPlan;
import io.github.hivemqtdengine.loadtest.stack.database.Database;
import io.github.hivemqtdengine.loadtest.stack.database.DatabaseLink;
import io.github.hivemqtdengine.loadtest.stack.database.DatabaseServer;
import io.github.hivemqtdengine.loadtest.stack.process.Signals;
import io.github.hivemqtdengine.loadtest.stack.relay.TcpRelay;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** Fault injection into a broker, a database and the links to them. Not thread-safe. */
final class FaultActions {

    private static final double MILLIS_OF_SLOW = 50;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final Duration TO_ANSWER = Duration.ofMinutes(2);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final long MILLIS_BETWEEN_TRIES = 100;

    private final Database database;
    private final BrokerHandle broker;
    private final Optional<DatabaseLink> link;
    private final Optional<TcpRelay> clients;

    /** @param clients relay between clients and broker */
    FaultActions(Database database, BrokerHandle broker, Optional<TcpRelay> clients) {
        this.database = database;
        this.broker = broker;
        this.link = broker.link();
        this.clients = clients;
    }

    /** Returns a short description for a report. */
    static String words(Fault fault) {
        return switch (fault.kind()) {
            case STOP -> "database stopped";
            case KILL -> "database killed";
            case PAUSE -> "database paused";
            case SLOW -> String.format(Locale.ROOT, "database slow: %.0f ms each way", millis(fault));
            case CUT -> "connections cut";
            case KILL_BROKER -> "broker killed";
            case RESTART_BROKER -> "broker restarted";
            case DISCONNECT_ALL -> "clients disconnected";
        };
    }

    private static double millis(Fault fault) {
        var value = fault.value();
        return value == null ? MILLIS_OF_SLOW : value;
    }

    /** Returns the reason why a kind of fault cannot be injected; empty if it can. */
    Optional<String> lacks(Fault.Kind kind) {
        if (kind == Fault.Kind.DISCONNECT_ALL) {
            return clients.isPresent()
                    ? Optional.empty()
                    : Optional.of("There is no " + kind.word() + ": no relay of ours lies before the broker");
        }
        if (kind.isOfTheBroker()) {
            return broker.isOurs()
                    ? Optional.empty()
                    : Optional.of("There is no " + kind.word() + ": the broker is not ours");
        }
        if (BrokerPlan.isOfTheLink(kind)) {
            return link.isPresent()
                    ? Optional.empty()
                    : Optional.of("There is no " + kind.word() + ": no relay of ours lies before the database");
        }
        if (database.server().isEmpty()) {
            return Optional.of("There is no " + kind.word() + ": the database server is not ours");
        }
        return kind == Fault.Kind.PAUSE && !Signals.areThere()
                ? Optional.of("There is no pause: this system has no signals")
                : Optional.empty();
    }

    void begin(Fault fault) throws IOException, InterruptedException {
        switch (fault.kind()) {
            case STOP -> server().stop();
            case KILL -> server().kill();
            case PAUSE -> {
                for (var process : database.processes()) {
                    Signals.pause(process);
                }
            }
            case SLOW -> way().slow(Duration.ofNanos(Math.round(2 * millis(fault) * NANOS_PER_MILLI)));
            case CUT -> way().cut();
            case KILL_BROKER -> broker.kill();
            case RESTART_BROKER -> broker.stop();
            case DISCONNECT_ALL -> clients.orElseThrow().cut();
        }
    }

    /** Reverts a fault. After a restart, waits until the database answers. */
    void end(Fault fault) throws IOException, InterruptedException {
        switch (fault.kind()) {
            case STOP, KILL -> {
                server().start();
                awaitAnswer();
            }
            case PAUSE -> {
                for (var process : database.processes()) {
                    Signals.resume(process);
                }
            }
            case SLOW -> way().notSlow();
            case CUT -> way().mend();
            case KILL_BROKER, RESTART_BROKER -> broker.start();
            case DISCONNECT_ALL -> clients.orElseThrow().mend();
        }
    }

    private DatabaseServer server() {
        return database.server().orElseThrow();
    }

    private DatabaseLink way() {
        return link.orElseThrow();
    }

    private void awaitAnswer() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TO_ANSWER.toNanos();
        for (var failure = tryToConnect(); failure.isPresent(); failure = tryToConnect()) {
            if (System.nanoTime() > deadline) {
                throw new IOException("The database does not answer after its restart", failure.get());
            }
            Thread.sleep(MILLIS_BETWEEN_TRIES);
        }
    }

    private Optional<SQLException> tryToConnect() {
        try (var connection = database.connect(PATIENCE);
                var statement = connection.createStatement()) {
            statement.execute(database.kind().versionQuery());
            return Optional.empty();
        } catch (SQLException e) {
            return Optional.of(e);
        }
    }
}
