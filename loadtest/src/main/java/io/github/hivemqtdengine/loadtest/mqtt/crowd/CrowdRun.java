// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.crowd;

import io.github.hivemqtdengine.loadtest.mqtt.link.Await;
import io.github.hivemqtdengine.loadtest.mqtt.link.Broker;
import io.github.hivemqtdengine.loadtest.mqtt.link.Failures;
import io.github.hivemqtdengine.loadtest.mqtt.link.Loop;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import java.io.IOException;

/** Crowd of a load generator, on a thread of its own. */
public final class CrowdRun implements AutoCloseable {

    private final Loop loop = new Loop("crowd");
    private final Crowd crowd;

    /**
     * Creates the share of a load generator in a crowd.
     *
     * @param generator number of this load generator, from 0
     * @param generators number of load generators
     */
    public CrowdRun(Broker broker, LoadPlan plan, int generator, int generators, Failures failures) {
        this.crowd = new Crowd(broker, loop, CrowdShare.of(plan, generator, generators), failures);
    }

    /** Connects all, and returns when all have tried. */
    public void connect() throws IOException, InterruptedException {
        Await.crowd(crowd.connect());
    }

    public void begin() {
        crowd.begin();
    }

    /** Disconnects all and returns the outcome. */
    public CrowdOutcome end() throws IOException, InterruptedException {
        return Await.result(crowd.end());
    }

    @Override
    public void close() {
        loop.close();
    }
}
