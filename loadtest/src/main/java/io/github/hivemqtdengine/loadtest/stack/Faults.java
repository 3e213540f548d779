package io.github.hivemqtdengine.loadtest.stack;

import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import io.github.hivemqtdengine.loadtest.scenario.Fault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * Disturbs a database by a schedule, on a thread of its own. When it is closed, whatever is still wrong is undone, and the
 * database answers again, unless {@link #failures} says something else.
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
        steps.sort(Comparator.comparingLong(Step::atNanos)); // what begins at once still comes before its end
        this.thread = new Thread(this::run, "faults");
    }

    /** Why some of these can't be done to a database behind a broker, a sentence each; they are left out. */
    public static List<String> lacks(List<Fault> faults, Database database, BrokerHandle broker) {
        var actions = new FaultActions(database, broker.link());
        return faults.stream()
                .map(Fault::kind)
                .distinct()
                .flatMap(kind -> actions.lacks(kind).stream())
                .toList();
    }

    /**
     * Begins; the schedule counts from now.
     *
     * @param broker the one whose way to the database can be disturbed
     */
    public static Faults start(List<Fault> faults, Database database, BrokerHandle broker) {
        var started = new Faults(faults, new FaultActions(database, broker.link()), System.nanoTime());
        started.thread.setDaemon(true);
        started.thread.start();
        return started;
    }

    /** What has happened and is over, in the order of its end; all of it when this is closed. */
    public List<FaultEvent> events() {
        return List.copyOf(events);
    }

    /** What could not be done or undone, a sentence each. */
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
            undo(); // the run is over
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
                events.add(new FaultEvent(fault, FaultActions.words(fault), from, EpochMicros.now()));
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

    /** Undoes what is wrong and waits until it works again. */
    @Override
    public void close() {
        ThreadEnd.of(thread);
    }

    /** A fault begins or ends. */
    private record Step(Fault fault, long atNanos, boolean begins) {}
}
