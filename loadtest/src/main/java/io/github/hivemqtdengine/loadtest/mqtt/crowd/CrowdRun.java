// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.crowd;

import io.github.hivemqtdengine.loadtest.mqtt.link.Await;
import io.github.hivemqtdengine.loadtest.mqtt.link.Broker;
import io.github.hivemqtdengine.loadtest.mqtt.link.Failures;
import io.github.hivemqtdengine.loadtest.mqtt.link.Loop;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Crowd of a load generator, on loops of its own. */
public final class CrowdRun implements AutoCloseable {

    private final List<Loop> loops;
    private final List<Crowd> crowds = new ArrayList<>();

    /**
     * Creates the share of a load generator in a crowd.
     *
     * @param generator number of this load generator, from 0
     * @param generators number of load generators
     * @param most most loops
     */
    public CrowdRun(Broker broker, LoadPlan plan, int generator, int generators, int most, Failures failures) {
        this.loops = Loop.several(
                "crowd", most, CrowdShare.of(plan, generator, generators).connections());
        for (int i = 0; i < loops.size(); i++) {
            var share = CrowdShare.of(plan, generator * loops.size() + i, generators * loops.size());
            crowds.add(new Crowd(broker, loops.get(i), loops.size(), share, failures));
        }
    }

    /** Connects all, and returns when all have tried. */
    public void connect() throws IOException, InterruptedException {
        var tried = new ArrayList<CompletableFuture<?>>();
        for (var crowd : crowds) {
            tried.add(crowd.connect());
        }
        Await.crowd(CompletableFuture.allOf(tried.toArray(CompletableFuture<?>[]::new)));
    }

    /** Starts the measurement of the loops. */
    public void begin(long startMicros) {
        loops.forEach(loop -> loop.begin(startMicros));
    }

    /** Starts the reconnect storms. */
    public void start() {
        crowds.forEach(Crowd::begin);
    }

    public Stream<Loop> loops() {
        return loops.stream();
    }

    /** Disconnects all and returns the outcome. */
    public CrowdOutcome end() throws IOException, InterruptedException {
        var all = CrowdOutcome.NONE;
        for (var outcome : crowds.stream().map(Crowd::end).toList()) {
            all = all.plus(Await.result(outcome));
        }
        return all;
    }

    @Override
    public void close() {
        loops.forEach(Loop::close);
    }
}
