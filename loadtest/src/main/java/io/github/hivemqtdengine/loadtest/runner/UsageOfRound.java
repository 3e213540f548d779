// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.measure.ProcessFigures;
import io.github.hivemqtdengine.loadtest.result.RoundFigures;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.stack.broker.BrokerHandle;
import io.github.hivemqtdengine.loadtest.stack.database.Database;
import io.github.hivemqtdengine.loadtest.stack.process.UsageSampler;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Resource usage of broker, loader and database since construction, and once a second while publishers run. */
final class UsageOfRound implements AutoCloseable {

    private static final double BYTES_PER_MB = 1024.0 * 1024;
    private static final double BYTES_PER_KB = 1024;

    private final BrokerHandle broker;
    private final Database database;
    private final ProcessFigures brokerBefore;
    private final ProcessFigures loaderBefore;
    private final ProcessFigures databaseBefore;
    private final Scenario scenario;
    private final OptionalLong brokerHeapAtRest;
    private OptionalLong brokerHeap = OptionalLong.empty();
    private OptionalLong brokerMemoryConnected = OptionalLong.empty();
    private Optional<UsageSampler> sampler = Optional.empty();

    UsageOfRound(BrokerHandle broker, Database database, Scenario scenario) throws IOException, InterruptedException {
        this.broker = broker;
        this.database = database;
        this.scenario = scenario;
        this.brokerHeapAtRest = heap();
        this.brokerBefore = ProcessFigures.of(broker.processes());
        this.loaderBefore = ofLoader();
        this.databaseBefore = ProcessFigures.of(database.processes());
    }

    private static ProcessFigures ofLoader() {
        return ProcessFigures.of(List.of(ProcessHandle.current()));
    }

    /** Begins to sample, and records what the memory of connections is computed from. */
    void connected() {
        if (measuresConnections()) {
            brokerMemoryConnected = ProcessFigures.of(broker.processes()).memoryBytes();
        }
        sampler = Optional.of(UsageSampler.start(broker::processes, database::processes));
    }

    /** A broker keeps the memory of earlier rounds, and a few clients take less than two starts differ. */
    private boolean measuresConnections() {
        return scenario.comparison().freshBroker() && scenario.load().crowd().connections() > 0;
    }

    private OptionalLong heap() throws IOException, InterruptedException {
        return scenario.comparison().heap() ? broker.heapBytes() : OptionalLong.empty();
    }

    /** Records the broker's heap when the last message is acknowledged. */
    void loaded() throws IOException, InterruptedException {
        brokerHeap = heap();
    }

    /** Adds the usage metrics and ends sampling. */
    void conclude(int connections, RoundFigures figures) {
        sampler.map(UsageSampler::samples).ifPresent(figures::used);
        close();
        var brokerNow = ProcessFigures.of(broker.processes());
        var databaseNow = ProcessFigures.of(database.processes());
        brokerNow.cpuSince(brokerBefore).ifPresent(used -> figures.cpu(Figure.BROKER_CPU_US, used));
        ofLoader().cpuSince(loaderBefore).ifPresent(used -> figures.cpu(Figure.LOADER_CPU_US, used));
        databaseNow.cpuSince(databaseBefore).ifPresent(used -> figures.cpu(Figure.DATABASE_CPU_US, used));
        brokerNow.memoryBytes().ifPresent(bytes -> figures.put(Figure.BROKER_MEMORY_MB, bytes / BYTES_PER_MB));
        brokerHeapAtRest.ifPresent(bytes -> figures.put(Figure.BROKER_HEAP_AT_REST_MB, bytes / BYTES_PER_MB));
        brokerHeap.ifPresent(bytes -> figures.put(Figure.BROKER_HEAP_MB, bytes / BYTES_PER_MB));
        databaseNow.memoryBytes().ifPresent(bytes -> figures.put(Figure.DATABASE_MEMORY_MB, bytes / BYTES_PER_MB));
        brokerNow.threads().ifPresent(threads -> figures.put(Figure.BROKER_THREADS, threads));
        if (brokerMemoryConnected.isPresent() && brokerBefore.memoryBytes().isPresent() && connections > 0) {
            double grown = brokerMemoryConnected.getAsLong()
                    - brokerBefore.memoryBytes().getAsLong();
            figures.put(Figure.MEMORY_PER_CONNECTION_KB, Math.max(0, grown) / BYTES_PER_KB / connections);
        }
    }

    @Override
    public void close() {
        sampler.ifPresent(UsageSampler::close);
    }
}
