package io.github.hivemqtdengine.loadtest.mqtt.crowd;

import java.util.ArrayList;
import java.util.List;

/**
 * Outcome of a crowd.
 *
 * @param connected clients connected initially
 * @param lost unrequested disconnects
 * @param reconnects reconnects, including those after storms
 * @param failures one sentence each
 */
public record CrowdOutcome(int connected, long lost, long reconnects, List<String> failures) {

    static final CrowdOutcome NOTHING = new CrowdOutcome(0, 0, 0, List.of());

    public CrowdOutcome {
        failures = List.copyOf(failures);
    }

    CrowdOutcome and(CrowdOutcome other) {
        var all = new ArrayList<>(failures);
        all.addAll(other.failures);
        return new CrowdOutcome(connected + other.connected, lost + other.lost, reconnects + other.reconnects, all);
    }
}
