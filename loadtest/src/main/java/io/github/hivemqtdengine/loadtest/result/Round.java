// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.hivemqtdengine.loadtest.measure.AgentFigures;
import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.measure.LatencyHistogram.Percentile;
import io.github.hivemqtdengine.loadtest.measure.UsageSample;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.Mode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Run of a scenario in one mode or variant.
 *
 * @param contender mode or variant
 * @param number round, from 1
 * @param started when publishers began
 * @param figures measured metrics; inapplicable ones are missing
 * @param timeline every second from the start; longer slots in runs of more than 2,000 seconds
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

    private static final double MOST_LOOP_CPU_PERCENT = 80;
    private static final double MOST_LATE_MS = 1;
    private static final double MOST_LATE_PART = 0.1;

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

    /** Returns the number of which a count is a part, like all messages planned or deliveries due; empty if unknown. */
    public OptionalDouble whole(Figure figure) {
        return switch (figure) {
            case SENT, UNSENT -> sumIfMeasured(Figure.UNSENT, Figure.SENT);
            case UNACKNOWLEDGED -> sumIfMeasured(Figure.SENT);
            case DELIVERIES_LOST, DELIVERIES_UNDER_WAY ->
                OptionalDouble.of(sum(Figure.DELIVERIES, Figure.DELIVERIES_LOST, Figure.DELIVERIES_UNDER_WAY)
                        - sum(Figure.DELIVERIES_DUPLICATED));
            case DELIVERIES_DUPLICATED -> sumIfMeasured(Figure.DELIVERIES);
            case ROWS_MISSING, ROWS_LOST, ROWS_LATE, ROWS_DUPLICATED, ROWS_OVERWRITTEN ->
                sumIfMeasured(Figure.ROWS_EXPECTED);
            case CONNECTIONS_LOST -> sumIfMeasured(Figure.CONNECTIONS);
            case CONNECTIONS_REFUSED -> sumIfMeasured(Figure.CONNECTIONS, Figure.CONNECTIONS_REFUSED);
            case CALLS_UNANSWERED -> sumIfMeasured(Figure.CALLS_ANSWERED, Figure.CALLS_UNANSWERED);
            default -> OptionalDouble.empty();
        };
    }

    private OptionalDouble sumIfMeasured(Figure... parts) {
        return figures.containsKey(parts[0]) ? OptionalDouble.of(sum(parts)) : OptionalDouble.empty();
    }

    /** Returns the times until the commit that are not known, since rows were counted less often. */
    @JsonProperty(value = "belowResolution", access = JsonProperty.Access.READ_ONLY)
    public List<Figure> belowResolution() {
        double resolution = figures.getOrDefault(Figure.COMMIT_RESOLUTION_MS, 0.0);
        return Stream.of(Figure.values())
                .filter(figure -> figure.isCommitTime() && figures.getOrDefault(figure, resolution) < resolution)
                .toList();
    }

    /**
     * Returns the figures by which the loader was the limit, so that its own delay is part of the others: a loop that
     * used more than 80 % of a core, or that was late at p99 by more than 1 ms and by more than a tenth of the p99
     * latency. Without a broker, the loader is all that is measured.
     */
    @JsonProperty(value = "loaderLimits", access = JsonProperty.Access.READ_ONLY)
    public List<Figure> loaderLimits() {
        double latency = Stream.of(Figure.LATENCY_P99_MS, Figure.CALL_P99_MS, Figure.ACKNOWLEDGEMENT_P99_MS)
                .filter(figures::containsKey)
                .mapToDouble(figure -> figures.getOrDefault(figure, 0.0))
                .findFirst()
                .orElse(0);
        double late = Math.max(MOST_LATE_MS, MOST_LATE_PART * latency);
        return Stream.of(Figure.LOADER_LOOP_CPU_PERCENT, Figure.LOADER_SEND_LATE_P99_MS, Figure.LOADER_READ_LATE_P99_MS)
                .filter(figure -> contender.mode() != Mode.CONTROL
                        && figures.getOrDefault(figure, 0.0)
                                > (figure == Figure.LOADER_LOOP_CPU_PERCENT ? MOST_LOOP_CPU_PERCENT : late))
                .toList();
    }

    private double sum(Figure... parts) {
        return Stream.of(parts)
                .mapToDouble(part -> figures.getOrDefault(part, 0.0))
                .sum();
    }

    /**
     * Second, or longer slot, of a round.
     *
     * @param sent messages sent
     * @param delivered deliveries received
     * @param stored rows first seen
     * @param latencyP50 of the deliveries received, in milliseconds
     * @param latencyP99 milliseconds
     * @param latencyMaximum milliseconds
     * @param latencyP90 milliseconds; {@code null} if it was not recorded, as by older versions
     * @param seconds length of the slot; {@code null} for a second
     */
    public record Second(
            long sent,
            long delivered,
            long stored,
            double latencyP50,
            double latencyP99,
            double latencyMaximum,
            @Nullable Double latencyP90,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Integer seconds) {}

    /**
     * Injected fault.
     *
     * @param what a few words
     * @param from seconds since the start
     * @param to seconds since the start; equal to {@code from} for a momentary fault
     */
    public record FaultMark(String what, double from, double to) {}
}
