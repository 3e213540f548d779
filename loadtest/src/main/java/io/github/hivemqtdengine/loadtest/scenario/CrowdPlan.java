// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import java.time.Duration;

/**
 * Idle connections with keep-alive.
 *
 * @param connections number of connections, from 0
 * @param hold time that they stay after the last one has connected
 * @param stormSize number of connections that disconnect and reconnect at once, from 0
 * @param stormInterval time between two storms
 */
public record CrowdPlan(int connections, Duration hold, int stormSize, Duration stormInterval) {

    /** Empty crowd. */
    public static final CrowdPlan NONE = new CrowdPlan(0, Duration.ZERO, 0, Duration.ZERO);
}
