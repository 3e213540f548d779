package io.github.hivemqtdengine.loadtest.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.measure.LatencyHistogram.Percentile;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * One run of a scenario in one mode or variant.
 *
 * @param contender which mode or variant it was
 * @param number which round, from 1
 * @param started when publishers began
 * @param figures what was measured; what does not apply is missing
 * @param timeline every second from the start on
 * @param latencyCurve percentiles of the deliveries' latency, empty without subscribers
 * @param commitCurve percentiles from publishing to commit, empty where nothing is stored
 * @param faults what was done to the database, and when
 * @param notes what went wrong, a sentence each
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
        List<String> notes) {

    /**
     * A second of a round.
     *
     * @param sent messages sent in it
     * @param delivered deliveries that came in it
     * @param stored rows that were first seen in it
     * @param latencyP50 milliseconds, of the deliveries that came in it
     * @param latencyP99 milliseconds
     * @param latencyMaximum milliseconds
     */
    public record Second(
            long sent, long delivered, long stored, double latencyP50, double latencyP99, double latencyMaximum) {}

    /**
     * Something that was done to the database.
     *
     * @param what a few words
     * @param from seconds since the start
     * @param to seconds since the start; the same for a moment
     */
    public record FaultMark(String what, double from, double to) {}
}
