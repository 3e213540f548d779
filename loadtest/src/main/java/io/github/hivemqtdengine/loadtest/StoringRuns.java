package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.measure.CpuTime;
import io.github.hivemqtdengine.loadtest.mqtt.LoadRun;
import io.github.hivemqtdengine.loadtest.stack.Broker;
import io.github.hivemqtdengine.loadtest.stack.BrokerMode;
import io.github.hivemqtdengine.loadtest.stack.Database;
import io.github.hivemqtdengine.loadtest.stack.RowCount;
import io.github.hivemqtdengine.loadtest.stack.Testbed;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Runs loads without a subscriber against brokers of several modes, in turn. */
final class StoringRuns {

    private static final Duration QUIET = Duration.ofSeconds(10);
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MICRO = 1e3;

    private final Database database;
    private final RowCount rows;
    private final List<Broker> brokers = new ArrayList<>();
    private final Options options;

    StoringRuns(Testbed testbed, Options options, List<BrokerMode> modes) throws IOException, SQLException {
        this.options = options;
        this.database = testbed.database();
        this.rows = testbed.rows();
        for (var mode : modes) {
            brokers.add(options.broker(testbed, mode));
        }
    }

    List<BrokerMode> modes() {
        return brokers.stream().map(Broker::mode).sorted().toList();
    }

    /** All counted rounds of a load. */
    List<StoringRound> of(StoringLoad load, int messages) throws IOException, InterruptedException {
        var rounds = new ArrayList<StoringRound>();
        for (int i = -options.warmUp; i < options.rounds; i++) {
            Collections.rotate(brokers, 1); // the first has the coldest caches
            for (var broker : brokers) {
                var round = measure(load, messages, broker);
                if (i >= 0) {
                    rounds.add(round);
                }
            }
        }
        return rounds;
    }

    private StoringRound measure(StoringLoad storing, int messages, Broker broker)
            throws IOException, InterruptedException {
        var load = storing.of(messages);
        long before = rows.of(storing.table());
        var cpu = List.of(cpuOf(List.of(broker.process())), cpuOf(thisProcess()), cpuOf(database.processes()));
        long start = System.nanoTime();
        var run = LoadRun.of(load, broker.address());
        boolean stores = broker.mode() == BrokerMode.EXTENSION;
        long after =
                stores ? rows.await(storing.table(), before + load.sent() * storing.rowsPerMessage(), QUIET) : before;
        double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
        return new StoringRound(
                storing,
                broker.mode(),
                load.sent(),
                after - before,
                run.publishedPerSecond(),
                stores ? (after - before) / seconds : run.publishedPerSecond(),
                cpu.get(0).microsPerMessage(load.sent()),
                cpu.get(1).microsPerMessage(load.sent()),
                cpu.get(2).microsPerMessage(load.sent()));
    }

    private static List<ProcessHandle> thisProcess() {
        return List.of(ProcessHandle.current());
    }

    private static Cpu cpuOf(List<ProcessHandle> processes) {
        return new Cpu(processes, CpuTime.of(processes));
    }

    /** CPU time since a moment. */
    private record Cpu(List<ProcessHandle> processes, Duration before) {

        double microsPerMessage(long messages) {
            return CpuTime.of(processes).minus(before).toNanos() / NANOS_PER_MICRO / messages;
        }
    }
}
