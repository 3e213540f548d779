package io.github.hivemqtdengine.loadtest.mqtt;

import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import io.github.hivemqtdengine.loadtest.measure.LatencyHistogram;
import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.measure.LoadResult.Calls;
import io.github.hivemqtdengine.loadtest.measure.Recording;
import io.github.hivemqtdengine.loadtest.mqtt.crowd.Crowds;
import io.github.hivemqtdengine.loadtest.mqtt.link.Await;
import io.github.hivemqtdengine.loadtest.mqtt.link.Broker;
import io.github.hivemqtdengine.loadtest.mqtt.link.Failures;
import io.github.hivemqtdengine.loadtest.mqtt.link.Loop;
import io.github.hivemqtdengine.loadtest.mqtt.link.LostConnections;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Run of a load. The calling thread only waits; clients run on event loops. */
final class LoaderRun implements AutoCloseable {

    private static final long CHECK_MILLIS = 10;
    /** Time without deliveries after which no repeated message is expected any more. */
    private static final long MICROS_OF_REPETITION = 1_000_000;

    private final LoadPlan plan;
    private final Loop loop = new Loop("loader");
    private final Failures failures = new Failures();
    private final LostConnections lost;
    private final ClientGroups groups;
    private final Crowds crowds;
    private final Optional<Caller> caller;

    LoaderRun(Broker broker, LoadPlan plan, Recording recording) {
        this.plan = plan;
        this.lost = new LostConnections(plan.clients().reconnect(), failures);
        var clients = new Clients(broker, loop, lost);
        this.groups = new ClientGroups(clients, plan, recording, failures);
        this.crowds = new Crowds(broker, plan, failures);
        this.caller = plan.calls().map(calls -> {
            var seat = new Broker.Seat(broker.clientPrefix() + "-caller", 0, loop, true);
            var link = broker.linkV5(seat, context -> lost.disconnected(seat.clientId(), context));
            return new Caller(link, calls, loop);
        });
    }

    LoadResult run(RunListener listener) throws IOException, InterruptedException {
        long connecting = System.nanoTime();
        connect();
        double connectSeconds = (System.nanoTime() - connecting) / (double) TimeUnit.SECONDS.toNanos(1);
        long start = EpochMicros.now();
        loop.begin(start);
        groups.begin(start);
        var probe = new LoopProbe(loop, groups.slowLoops());
        listener.running(() -> probe.counts().withLost(lost.lost()));
        listener.started(start);
        crowds.begin();
        groups.start(start);
        caller.ifPresent(Caller::start);
        long endOfSending = awaitSending(start);
        listener.sendingIsOver(endOfSending);
        return new Ending(start, connectSeconds, endOfSending).result();
    }

    private void connect() throws IOException, InterruptedException {
        crowds.connect();
        groups.connect();
        if (caller.isPresent()) {
            Await.connected(caller.get().connect());
        }
    }

    private long awaitSending(long start) throws IOException, InterruptedException {
        while (!groups.areThrough() && isInTime(start)) {
            Thread.sleep(CHECK_MILLIS);
        }
        return groups.end();
    }

    private boolean isInTime(long start) {
        return EpochMicros.now() - start < micros(plan.execTime().toNanos());
    }

    private static long micros(long nanos) {
        return TimeUnit.NANOSECONDS.toMicros(nanos);
    }

    /** Closes everything, in any state. */
    @Override
    public void close() {
        lost.end();
        crowds.close();
        groups.close();
        Await.goodbye(caller.stream().map(Caller::disconnect).toList());
        loop.close();
    }

    /** Phase from the last message sent to the end of the run. */
    private final class Ending {

        private final long start;
        private final double connectSeconds;
        private final long endOfSending;

        Ending(long start, double connectSeconds, long endOfSending) {
            this.start = start;
            this.connectSeconds = connectSeconds;
            this.endOfSending = endOfSending;
        }

        LoadResult result() throws IOException, InterruptedException {
            var due = groups.due(); // scans all messages once: none is sent or acknowledged any more
            while (isInTime(start) && !(isDelivered(due) && areCallsThrough() && isHeldLongEnough())) {
                Thread.sleep(CHECK_MILLIS);
            }
            long end = EpochMicros.now();
            lost.end();
            var crowd = crowds.end();
            var calls = caller.isPresent() ? Await.result(caller.get().end()) : new Calls(new LatencyHistogram(), 0);
            var notes = groups.notes();
            return new LoadResult(
                    start,
                    endOfSending,
                    end,
                    groups.logs(),
                    groups.wills(),
                    notes.sent(),
                    notes.acknowledgements(),
                    groups.deliveries(notes),
                    new LoadResult.Connections(
                            groups.count() + (caller.isPresent() ? 1 : 0) + crowd.connected(),
                            connectSeconds,
                            lost.lost() + crowd.lost(),
                            lost.reconnects() + crowd.reconnects(),
                            lost.longestSeconds()),
                    calls,
                    failures.sentences());
        }

        private boolean isDelivered(List<Long> due) {
            long last = Math.max(Math.max(endOfSending, groups.lastMicros()), lost.lastBackMicros());
            return lost.areAllBack() && EpochMicros.now() - last >= quietMicros(due);
        }

        private long quietMicros(List<Long> due) {
            if (!groups.haveAll(due)) {
                return micros(plan.subscriberTimeout().toNanos());
            }
            return lost.reconnects() == 0 ? 0 : MICROS_OF_REPETITION;
        }

        private boolean areCallsThrough() {
            return caller.isEmpty() || caller.get().through().isDone();
        }

        private boolean isHeldLongEnough() {
            return plan.crowd().connections() == 0
                    || EpochMicros.now() - start >= micros(plan.crowd().hold().toNanos());
        }
    }
}
