package io.github.hivemqtdengine.loadtest.mqtt;

import java.util.ArrayList;
import java.util.List;

/**
 * What a crowd went through.
 *
 * @param connected how many were connected at first
 * @param lost how many broke off although nobody wanted it
 * @param reconnects how often one came back, after storms too
 * @param failures a sentence each
 */
record CrowdOutcome(int connected, long lost, long reconnects, List<String> failures) {

    static final CrowdOutcome NOTHING = new CrowdOutcome(0, 0, 0, List.of());

    CrowdOutcome {
        failures = List.copyOf(failures);
    }

    CrowdOutcome and(CrowdOutcome other) {
        var all = new ArrayList<>(failures);
        all.addAll(other.failures);
        return new CrowdOutcome(connected + other.connected, lost + other.lost, reconnects + other.reconnects, all);
    }
}
