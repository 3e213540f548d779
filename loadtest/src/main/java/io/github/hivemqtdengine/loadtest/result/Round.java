// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.hivemqtdengine.loadtest.measure.AgentFigures;
import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.measure.LatencyHistogram.Percentile;
import io.github.hivemqtdengine.loadtest.measure.UsageSample;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Run of a scenario in one mode or variant.
 *
 * @param contender mode or variant
 * @param number round, from 1
 * @param started when publishers began
 * @param figures measured metrics; inapplicable ones are missing
 * @param timeline every second from the start
 * @param latencyCurve percentiles of delivery latency, empty without subscribers
 * @param commitCurve percentiles from publish to commit, empty if nothing is stored
 * @param faults injected faults
 * @param agents agents that made the load; empty if this process did
 * @param notes failures, one sentence each
 * @param usage CPU and memory about once a second; empty if it was not recorded, as by older versions
 * @param groups groups of clients in the order of the scenario; empty without groups
 */
public record Round(
        @JsonProperty("mode") Contender contender,
        int number,
        Instant started,
        Map<Figure, Double> figures,
        List<Second> timeline,
        List<Percentile> latencyCurve,
        List<Percentile> commitCurve,
        List<FaultMark> faults,
        List<AgentFigures> agents,
        List<String> notes,
        List<UsageSample> usage,
        List<GroupFigures> groups) {

    /** Creates a round without groups, whose load this process made, without CPU and memory over time. */
    public Round(
            Contender contender,
            int number,
            Instant started,
            Map<Figure, Double> figures,
            List<Second> timeline,
            List<Percentile> latencyCurve,
            List<Percentile> commitCurve,
            List<FaultMark> faults,
            List<String> notes) {
        this(
                contender,
                number,
                started,
                figures,
                timeline,
                latencyCurve,
                commitCurve,
                faults,
                List.of(),
                notes,
                List.of(),
                List.of());
    }

    /**
     * Second of a round.
     *
     * @param sent messages sent
     * @param delivered deliveries received
     * @param stored rows first seen
     * @param latencyP50 of the deliveries received, in milliseconds
     * @param latencyP99 milliseconds
     * @param latencyMaximum milliseconds
     * @param latencyP90 milliseconds; {@code null} if it was not recorded, as by older versions
     */
    public record Second(
            long sent,
            long delivered,
            long stored,
            double latencyP50,
            double latencyP99,
            double latencyMaximum,
            @Nullable Double latencyP90) {}

    /**
     * Injected fault.
     *
     * @param what a few words
     * @param from seconds since the start
     * @param to seconds since the start; equal to {@code from} for a momentary fault
     */
    public record FaultMark(String what, double from, double to) {}
}
