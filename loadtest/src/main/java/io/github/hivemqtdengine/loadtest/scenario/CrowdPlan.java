package io.github.hivemqtdengine.loadtest.scenario;

import java.time.Duration;

/**
 * Connections that only hold, with their keep-alive.
 *
 * @param connections how many, from 0
 * @param hold how long they stay after the last one has connected
 * @param stormSize how many of them break off and come back at once, from 0
 * @param stormInterval how often
 */
public record CrowdPlan(int connections, Duration hold, int stormSize, Duration stormInterval) {

    /** Nobody. */
    public static final CrowdPlan NOBODY = new CrowdPlan(0, Duration.ZERO, 0, Duration.ZERO);
}
