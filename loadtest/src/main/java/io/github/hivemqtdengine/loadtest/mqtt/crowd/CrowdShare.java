// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.crowd;

import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan.CallPlan;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan.CrowdPlan;
import java.time.Duration;

/**
 * Share of a crowd for one load generator.
 *
 * @param first number of its first connection
 * @param connections number of its connections
 * @param stormSize connections that disconnect and reconnect at once
 * @param stormInterval time between two storms
 * @param devices connections with lower numbers answer calls
 * @param qos QoS of the answers
 */
record CrowdShare(int first, int connections, int stormSize, Duration stormInterval, int devices, int qos) {

    /**
     * Splits a crowd evenly.
     *
     * @param share number of the load generator, from 0
     * @param shares number of load generators
     */
    static CrowdShare of(LoadPlan plan, int share, int shares) {
        CrowdPlan crowd = plan.crowd();
        int first = part(crowd.connections(), share, shares);
        int storm = part(crowd.stormSize(), share + 1, shares) - part(crowd.stormSize(), share, shares);
        return new CrowdShare(
                first,
                part(crowd.connections(), share + 1, shares) - first,
                storm,
                crowd.stormInterval(),
                plan.calls().map(CallPlan::devices).orElse(0),
                plan.calls().map(CallPlan::qos).orElse(0));
    }

    private static int part(int whole, int share, int shares) {
        return (int) ((long) whole * share / shares);
    }
}
