// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import io.github.hivemqtdengine.loadtest.measure.LatencyHistogram;
import io.github.hivemqtdengine.loadtest.measure.LoadResult.Calls;
import io.github.hivemqtdengine.loadtest.measure.LoadResult.Connections;
import io.github.hivemqtdengine.loadtest.measure.Recording;
import io.github.hivemqtdengine.loadtest.mqtt.crowd.CrowdOutcome;
import io.github.hivemqtdengine.loadtest.mqtt.crowd.CrowdRun;
import io.github.hivemqtdengine.loadtest.mqtt.link.Await;
import io.github.hivemqtdengine.loadtest.mqtt.link.Broker;
import io.github.hivemqtdengine.loadtest.mqtt.link.Failures;
import io.github.hivemqtdengine.loadtest.mqtt.link.Loop;
import io.github.hivemqtdengine.loadtest.mqtt.link.LostConnections;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;

/** Load generator in this process. Callers only wait; clients run on event loops. */
final class LocalGenerator implements LoadGenerator {

    private final Failures failures = new Failures();
    private final LostConnections lost;
    private final Clients clients;
    private final ClientGroups groups;
    private final Optional<CrowdRun> crowd;
    private final Optional<Caller> caller;
    private long startMicros;
    private double busiestLoop;

    /**
     * @param loops most loops of the publishers, of the subscribers, and of the crowd
     * @throws IllegalArgumentException if the plan is invalid
     * @throws IOException if a TLS file of the caller is unreadable or invalid
     */
    LocalGenerator(Broker broker, LoadPlan plan, Share share, int loops, Recording recording) throws IOException {
        this.lost = new LostConnections(plan.clients().reconnect(), failures);
        int publishing = plan.edgeNodes().isPresent() ? 1 : loops; // a rebirth storm breaks all connections of a loop
        this.clients = new Clients(
                broker,
                share,
                Loop.several(
                        "loader-publishers",
                        publishing,
                        share.numbers(0, plan.publishers()).size()),
                Loop.several(
                        "loader-subscribers",
                        loops,
                        share.numbers(0, plan.subscribers()).size()),
                lost);
        this.groups = new ClientGroups(clients, plan, share, recording, failures);
        this.crowd = plan.crowd().connections() == 0
                ? Optional.empty()
                : Optional.of(new CrowdRun(broker, plan, share.index(), share.of(), loops, failures));
        if (plan.calls().isPresent() && share.has(0)) {
            var loop = clients.receiving().get(0);
            var seat = broker.seat(broker.clientPrefix() + "-caller", loop);
            var link = broker.linkV5(seat, context -> lost.disconnected(seat.clientId(), context));
            this.caller = Optional.of(new Caller(link, plan.calls().get(), loop));
        } else {
            this.caller = Optional.empty();
        }
    }

    @Override
    public void connect() throws IOException, InterruptedException {
        if (crowd.isPresent()) {
            crowd.get().connect();
        }
        groups.connect();
        if (caller.isPresent()) {
            Await.connected(caller.get().connect());
        }
    }

    @Override
    public void begin(long start) {
        startMicros = start;
        groups.begin(start);
        crowd.ifPresent(its -> its.begin(start));
        if (groups.subscribers() > 0 || caller.isPresent()) {
            clients.receiving().forEach(Loop::watchReads);
        }
    }

    @Override
    public void start() {
        crowd.ifPresent(CrowdRun::start);
        groups.start(startMicros);
        caller.ifPresent(Caller::start);
    }

    @Override
    public Optional<LoadProbe> probe() {
        var probe = new LoopProbe(groups.loops());
        return Optional.of(() -> probe.counts().withLost(lost.lost()));
    }

    @Override
    public Progress progress() {
        return new Progress(
                groups.areThrough(),
                groups.received(),
                caller.isEmpty() || caller.get().through().isDone(),
                lost.areAllBack(),
                Math.max(groups.lastMicros(), lost.lastBackMicros()),
                lost.reconnects());
    }

    @Override
    public Stopped stopSending() throws IOException, InterruptedException {
        measureLoops();
        long end = groups.end();
        return new Stopped(end, groups.due()); // none is sent or acknowledged any more
    }

    /** Measures twice, since publishers may have finished long before the subscribers. */
    private void measureLoops() {
        busiestLoop = Stream.concat(clients.loops(), crowd.stream().flatMap(CrowdRun::loops))
                .mapToDouble(Loop::busy)
                .reduce(busiestLoop, Math::max);
    }

    @Override
    public boolean isAnswered() throws InterruptedException {
        return Await.areDone(groups.echoes());
    }

    @Override
    public Measured end() throws IOException, InterruptedException {
        measureLoops();
        lost.end();
        var idle = crowd.isPresent() ? crowd.get().end() : CrowdOutcome.NONE;
        var calls = caller.isPresent() ? Await.result(caller.get().end()) : new Calls(new LatencyHistogram(), 0);
        var notes = groups.notes();
        notes.lateness().addLoop(busiestLoop);
        return new Measured(
                groups.logs(),
                groups.wills(),
                groups.checks(),
                notes,
                new Connections(
                        groups.count() + (caller.isPresent() ? 1 : 0) + idle.connected(),
                        0,
                        lost.lost() + idle.lost(),
                        lost.reconnects() + idle.reconnects(),
                        lost.longestSeconds()),
                calls,
                failures.sentences());
    }

    @Override
    public void close() {
        lost.end();
        crowd.ifPresent(CrowdRun::close);
        groups.close();
        Await.goodbye(caller.stream().map(Caller::disconnect).toList());
        clients.loops().forEach(Loop::close);
    }
}
