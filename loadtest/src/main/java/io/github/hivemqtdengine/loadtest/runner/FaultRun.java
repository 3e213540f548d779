// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner;

import io.github.hivemqtdengine.loadtest.live.LiveRound;
import io.github.hivemqtdengine.loadtest.mqtt.LoadProbe;
import io.github.hivemqtdengine.loadtest.mqtt.RunListener;
import io.github.hivemqtdengine.loadtest.result.Round.FaultMark;
import io.github.hivemqtdengine.loadtest.scenario.Fault;
import io.github.hivemqtdengine.loadtest.scenario.Mode;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.stack.FaultEvent;
import io.github.hivemqtdengine.loadtest.stack.Faults;
import io.github.hivemqtdengine.loadtest.stack.broker.BrokerHandle;
import io.github.hivemqtdengine.loadtest.stack.database.Database;
import io.github.hivemqtdengine.loadtest.stack.relay.TcpRelay;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Listener of a round, and its faults: they start with its publishers, and are reverted at its end. */
final class FaultRun implements RunListener, AutoCloseable {

    private static final double MICROS_PER_SECOND = 1e6;

    private final Database database;
    private final BrokerHandle broker;
    private final Optional<TcpRelay> clients;
    private final UsageOfRound usage;
    private final LiveRound shown;
    private final List<Fault> planned;
    private Optional<Faults> faults = Optional.empty();

    /** @param clients relay between clients and broker */
    FaultRun(
            Scenario scenario,
            Database database,
            BrokerHandle broker,
            Optional<TcpRelay> clients,
            UsageOfRound usage,
            LiveRound shown) {
        this.planned = planned(scenario, broker.mode());
        this.database = database;
        this.broker = broker;
        this.clients = clients;
        this.usage = usage;
        this.shown = shown;
    }

    @Override
    public void running(LoadProbe ofTheLoad) {
        shown.running(ofTheLoad);
    }

    @Override
    public void started(long epochMicros) {
        usage.connected();
        if (!planned.isEmpty()) {
            faults = Optional.of(Faults.start(planned, database, broker, clients));
        }
    }

    /** Returns the faults that make a difference in a mode: those of the database need rows to be stored. */
    static List<Fault> planned(Scenario scenario, Mode mode) {
        return scenario.faults().stream()
                .filter(fault -> fault.kind().isOfTheBroker() ? mode != Mode.CONTROL : mode.stores())
                .toList();
    }

    /** Returns the faults, in seconds since the start of the run. */
    List<FaultMark> marks(long startMicros) {
        return faults.map(Faults::events).orElse(List.of()).stream()
                .map(event -> mark(event, startMicros))
                .toList();
    }

    private static FaultMark mark(FaultEvent event, long startMicros) {
        return new FaultMark(
                event.what(),
                (event.fromMicros() - startMicros) / MICROS_PER_SECOND,
                (event.toMicros() - startMicros) / MICROS_PER_SECOND);
    }

    /**
     * Checks that all faults were injected; otherwise the round proves nothing.
     *
     * @throws IOException if a fault was not injected or not reverted
     */
    void verify() throws IOException {
        if (!planned.isEmpty()) {
            var problems = new ArrayList<>(Faults.lacks(planned, database, broker, clients));
            faults.ifPresent(all -> problems.addAll(all.failures()));
            verify(planned.size(), faults.map(all -> all.events().size()).orElse(0), problems);
        }
    }

    static void verify(int wanted, int happened, List<String> problems) throws IOException {
        if (happened < wanted || !problems.isEmpty()) {
            throw new IOException("Of " + wanted + " faults " + happened + " happened as they should"
                    + (problems.isEmpty() ? ": the load was over before" : ": " + String.join("; ", problems)));
        }
    }

    @Override
    public void close() {
        faults.ifPresent(Faults::close);
    }
}
