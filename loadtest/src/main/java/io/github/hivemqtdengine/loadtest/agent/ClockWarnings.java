// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import io.github.hivemqtdengine.loadtest.measure.AgentFigures;
import io.github.hivemqtdengine.loadtest.measure.LatencyHistogram;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Warnings about latencies that the clocks of agents make inexact. */
final class ClockWarnings {

    /** Part of the median latency up to which an error is accepted. */
    private static final double ACCEPTED = 0.1;
    /** Accepted error without a latency, in milliseconds. */
    private static final double ACCEPTED_MS = 1;

    private ClockWarnings() {}

    /** Returns a sentence for each clock that has drifted too far, and one if latencies are inexact. */
    static List<String> of(List<AgentFigures> agents, LatencyHistogram latency) {
        var warnings = new ArrayList<String>();
        double limit = latency.count() == 0 ? ACCEPTED_MS : ACCEPTED * latency.percentileMillis(50);
        agents.stream()
                .filter(agent -> agent.hasDrifted() && Math.abs(agent.driftMs()) > limit)
                .map(agent -> "The clock of agent " + agent.name() + " went " + millis(agent.driftMs())
                        + " ms wrong during the round: its latencies are wrong by up to as much")
                .forEach(warnings::add);
        if (agents.size() > 1 && latency.count() > 0) {
            var worst = agents.stream()
                    .sorted(Comparator.comparingDouble(AgentFigures::errorMs).reversed())
                    .limit(2)
                    .toList();
            double error = worst.stream().mapToDouble(AgentFigures::errorMs).sum();
            if (error > limit) {
                warnings.add("Latencies are exact to ± " + millis(error)
                        + " ms only, more than a tenth of their median: the clocks of agents "
                        + worst.stream().map(AgentFigures::name).collect(Collectors.joining(" and "))
                        + " are not compared more exactly");
            }
        }
        return warnings;
    }

    private static String millis(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
