// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.crowd;

/**
 * Outcome of a crowd.
 *
 * @param connected clients connected initially
 * @param lost unrequested disconnects
 * @param reconnects reconnects, including those after storms
 */
public record CrowdOutcome(int connected, long lost, long reconnects) {

    /** Outcome without a crowd. */
    public static final CrowdOutcome NONE = new CrowdOutcome(0, 0, 0);

    CrowdOutcome plus(CrowdOutcome other) {
        return new CrowdOutcome(connected + other.connected, lost + other.lost, reconnects + other.reconnects);
    }
}
