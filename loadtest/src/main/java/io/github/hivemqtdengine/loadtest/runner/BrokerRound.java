// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner;

import io.github.hivemqtdengine.loadtest.agent.Loads;
import io.github.hivemqtdengine.loadtest.live.Live;
import io.github.hivemqtdengine.loadtest.live.LiveRound;
import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.result.Round;
import io.github.hivemqtdengine.loadtest.result.RoundFigures;
import io.github.hivemqtdengine.loadtest.runner.rows.EdgeNodeVerifier;
import io.github.hivemqtdengine.loadtest.runner.rows.RowVerifier;
import io.github.hivemqtdengine.loadtest.runner.rows.RowsOfRound;
import io.github.hivemqtdengine.loadtest.runner.rows.SinkRows;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.Fault;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.stack.broker.BrokerHandle;
import io.github.hivemqtdengine.loadtest.stack.database.Database;
import io.github.hivemqtdengine.loadtest.stack.relay.TcpRelay;
import io.github.hivemqtdengine.loadtest.stack.rows.SinkQueries;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;

/** Round of one scenario on one broker, from the first client to the last row. */
final class BrokerRound {

    private final Database database;
    private final Optional<SinkQueries> sink;
    private final BrokerHandle broker;
    private final Loads loads;
    private final Live live;
    private final Scenario scenario;

    /** @param sink queries for the rows of a broker that runs already; empty for the tables of the extension */
    BrokerRound(
            Database database,
            Optional<SinkQueries> sink,
            BrokerHandle broker,
            Loads loads,
            Live live,
            Scenario scenario) {
        this.database = database;
        this.sink = sink;
        this.broker = broker;
        this.loads = loads;
        this.live = live;
        this.scenario = scenario;
    }

    /**
     * Runs the round.
     *
     * @param contender contender for the report
     * @param clientPrefix prefix of all client ids, unique for each round
     */
    Round run(Contender contender, String clientPrefix, int number)
            throws IOException, SQLException, InterruptedException {
        if (sink.isPresent()) {
            return runBeforeASink(contender, clientPrefix, number);
        }
        if (!broker.mode().stores() || scenario.load().tables().isEmpty()) {
            return run(contender, clientPrefix, number, RowsOfRound.NONE);
        }
        var edgeNodes = scenario.load().edgeNodes();
        if (edgeNodes.isPresent()) {
            try (var verifier = EdgeNodeVerifier.begin(database, edgeNodes.get(), scenario)) {
                return run(contender, clientPrefix, number, verifier);
            }
        }
        try (var verifier = RowVerifier.begin(database, scenario, clientPrefix)) {
            return run(contender, clientPrefix, number, verifier);
        }
    }

    private Round runBeforeASink(Contender contender, String clientPrefix, int number)
            throws IOException, SQLException, InterruptedException {
        var stored = scenario.withLoad(scenario.load().inSinks());
        if (stored.load().tables().isEmpty()) {
            return run(contender, clientPrefix, number, RowsOfRound.NONE);
        }
        try (var verifier = SinkRows.watch(database, sink.orElseThrow(), stored, clientPrefix)) {
            return run(contender, clientPrefix, number, verifier);
        }
    }

    private Round run(Contender contender, String clientPrefix, int number, RowsOfRound rows)
            throws IOException, SQLException, InterruptedException {
        var load = scenario.load();
        var diskBefore = disk();
        try (var usage = new UsageOfRound(broker, database, scenario);
                var shown = live.begin(new LiveRound.Title(
                        scenario.name(),
                        contender.word(),
                        number,
                        load.groups().stream()
                                .anyMatch(group -> group.publishers().qos() > 0),
                        load.length()))) {
            shown.rows(rows::soFar);
            return run(contender, clientPrefix, number, rows, usage, shown, diskBefore);
        }
    }

    /** Returns the disk of all rows in the database; empty if it is not measured. */
    private OptionalLong disk() throws SQLException, InterruptedException {
        return scenario.storage().disk() && broker.mode().stores() ? database.bytesOnDisk() : OptionalLong.empty();
    }

    private Round run(
            Contender contender,
            String clientPrefix,
            int number,
            RowsOfRound rows,
            UsageOfRound usage,
            LiveRound shown,
            OptionalLong diskBefore)
            throws IOException, SQLException, InterruptedException {
        var relay = relay();
        var faultRun = new FaultRun(scenario, database, broker, relay, usage, shown);
        Loads.Loaded loaded;
        try (faultRun) {
            var address = relay.map(TcpRelay::address).orElse(broker.address());
            loaded = loads.run(scenario, address, clientPrefix, faultRun);
        } finally {
            relay.ifPresent(TcpRelay::close);
        }
        shown.loaded(loaded.result());
        usage.loaded();
        faultRun.verify();
        var figures = new RoundFigures(scenario.load(), loaded.result());
        int connected = loaded.result().connections().connected();
        var rowsOfRound = rows.await(
                loaded.result(),
                clientPrefix,
                scenario.load().traffic().isEmpty(),
                () -> usage.conclude(connected, figures));
        rowsOfRound.conclude(figures);
        double stored = figures.figures().getOrDefault(Figure.ROWS_STORED, 0.0);
        if (diskBefore.isPresent() && stored > 0) {
            figures.put(Figure.DISK_BYTES_PER_ROW, (disk().orElseThrow() - diskBefore.getAsLong()) / stored);
        }
        figures.agents(loaded.agents());
        var marks = faultRun.marks(loaded.result().startMicros());
        return figures.round(contender, number, marks, scenario.notes());
    }

    /** Returns the relay that emulates a link, or is cut; empty if clients use the plain loopback interface. */
    private Optional<TcpRelay> relay() throws IOException {
        if (scenario.link().isPresent()) {
            return Optional.of(TcpRelay.narrow(broker.address(), scenario.link().get()));
        }
        return scenario.faults().stream().anyMatch(fault -> fault.kind() == Fault.Kind.DISCONNECT_ALL)
                ? Optional.of(TcpRelay.to(broker.address()))
                : Optional.empty();
    }
}
