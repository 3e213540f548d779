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

/** Load generator in this process. Callers only wait; clients run on event loops. */
final class LocalGenerator implements LoadGenerator {

    private final Loop loop = new Loop("loader");
    private final Failures failures = new Failures();
    private final LostConnections lost;
    private final ClientGroups groups;
    private final Optional<CrowdRun> crowd;
    private final Optional<Caller> caller;
    private long startMicros;

    /** @throws IllegalArgumentException if the plan is invalid */
    LocalGenerator(Broker broker, LoadPlan plan, Share share, Recording recording) {
        this.lost = new LostConnections(plan.clients().reconnect(), failures);
        var clients = new Clients(broker, loop, lost);
        this.groups = new ClientGroups(clients, plan, share, recording, failures);
        this.crowd = plan.crowd().connections() == 0
                ? Optional.empty()
                : Optional.of(new CrowdRun(broker, plan, share.index(), share.of(), failures));
        this.caller = plan.calls().filter(calls -> share.has(0)).map(calls -> {
            var seat = new Broker.Seat(broker.clientPrefix() + "-caller", 0, loop, true);
            var link = broker.linkV5(seat, context -> lost.disconnected(seat.clientId(), context));
            return new Caller(link, calls, loop);
        });
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
        loop.begin(start);
        groups.begin(start);
    }

    @Override
    public void start() {
        crowd.ifPresent(CrowdRun::begin);
        groups.start(startMicros);
        caller.ifPresent(Caller::start);
    }

    @Override
    public Optional<LoadProbe> probe() {
        var probe = new LoopProbe(loop, groups.slowLoops());
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
        long end = groups.end();
        return new Stopped(end, groups.due()); // none is sent or acknowledged any more
    }

    @Override
    public Measured end() throws IOException, InterruptedException {
        lost.end();
        var idle = crowd.isPresent() ? crowd.get().end() : CrowdOutcome.NONE;
        var calls = caller.isPresent() ? Await.result(caller.get().end()) : new Calls(new LatencyHistogram(), 0);
        var notes = groups.notes();
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
        loop.close();
    }
}
