// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack;

import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import io.github.hivemqtdengine.loadtest.scenario.Fault;
import io.github.hivemqtdengine.loadtest.stack.broker.BrokerHandle;
import io.github.hivemqtdengine.loadtest.stack.database.Database;
import io.github.hivemqtdengine.loadtest.stack.process.ThreadEnd;
import io.github.hivemqtdengine.loadtest.stack.relay.TcpRelay;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * Injects faults on a schedule, in a thread of its own. {@link #close} reverts active faults and waits until the
 * database or the broker answers; {@link #failures} lists exceptions to that.
 */
public final class Faults implements AutoCloseable {

    private final FaultActions actions;
    private final List<Step> steps = new ArrayList<>();
    private final Map<Fault, Long> begun = new LinkedHashMap<>();
    private final List<FaultEvent> events = new CopyOnWriteArrayList<>();
    private final List<String> failures = new CopyOnWriteArrayList<>();
    private final long startNanos;
    private final Thread thread;

    private Faults(List<Fault> faults, FaultActions actions, long startNanos) {
        this.actions = actions;
        this.startNanos = startNanos;
        for (var fault : faults) {
            if (actions.lacks(fault.kind()).isEmpty()) {
                steps.add(new Step(fault, fault.at().toNanos(), true));
                steps.add(new Step(fault, fault.at().plus(fault.length()).toNanos(), false));
            }
        }
        steps.sort(Comparator.comparingLong(Step::atNanos)); // stable: begin precedes end
        this.thread = new Thread(this::run, "faults");
    }

    /**
     * Returns the reasons why some faults cannot be injected, one sentence each; these faults are skipped.
     *
     * @param clients relay between clients and broker
     */
    public static List<String> lacks(
            List<Fault> faults, Database database, BrokerHandle broker, Optional<TcpRelay> clients) {
        var actions = new FaultActions(database, broker, clients);
        return faults.stream()
                .map(Fault::kind)
                .distinct()
                .flatMap(kind -> actions.lacks(kind).stream())
                .toList();
    }

    /**
     * Starts the schedule.
     *
     * @param broker broker that is affected, or its link to the database
     * @param clients relay between clients and broker
     */
    public static Faults start(List<Fault> faults, Database database, BrokerHandle broker, Optional<TcpRelay> clients) {
        var started = new Faults(faults, new FaultActions(database, broker, clients), System.nanoTime());
        started.thread.setDaemon(true);
        started.thread.start();
        return started;
    }

    /** Returns the completed faults, in the order of their ends; all of them after {@link #close}. */
    public List<FaultEvent> events() {
        return List.copyOf(events);
    }

    /** Returns the faults that could not be injected or reverted, one sentence each. */
    public List<String> failures() {
        return List.copyOf(failures);
    }

    private void run() {
        try {
            for (var step : steps) {
                TimeUnit.NANOSECONDS.sleep(startNanos + step.atNanos() - System.nanoTime());
                carryOut(step);
            }
        } catch (InterruptedException e) {
            undo(); // close() interrupts at the end of the run
        }
    }

    private void carryOut(Step step) throws InterruptedException {
        if (!step.begins()) {
            end(step.fault());
            return;
        }
        begun.put(step.fault(), EpochMicros.now());
        try {
            actions.begin(step.fault());
        } catch (IOException e) {
            failures.add(FaultActions.words(step.fault()) + " failed: " + e.getMessage());
        }
    }

    private void end(Fault fault) throws InterruptedException {
        try {
            actions.end(fault);
            var from = begun.remove(fault);
            if (from != null) {
                events.add(new FaultEvent(FaultActions.words(fault), from, EpochMicros.now()));
            }
        } catch (IOException e) {
            begun.remove(fault);
            failures.add(FaultActions.words(fault) + " could not be undone: " + e.getMessage());
        }
    }

    private void undo() {
        for (var fault : List.copyOf(begun.keySet())) {
            try {
                end(fault);
            } catch (InterruptedException e) {
                failures.add(FaultActions.words(fault) + " was perhaps not undone: interrupted");
            }
        }
    }

    /** Reverts active faults and waits until they are reverted. */
    @Override
    public void close() {
        ThreadEnd.of(thread);
    }

    /** Begin or end of a fault. */
    private record Step(Fault fault, long atNanos, boolean begins) {}
}
