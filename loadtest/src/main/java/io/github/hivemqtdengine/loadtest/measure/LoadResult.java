// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import java.util.ArrayList;
import java.util.List;

/**
 * Measurements of a load's clients, complete after the load has ended.
 *
 * @param startMicros when all clients were connected and publishers could begin, in epoch microseconds
 * @param endOfSendingMicros when the last message was sent and, above QoS 0, acknowledged
 * @param endMicros end of the run
 * @param sent messages of each publisher, ascending by publisher number
 * @param wills last wills of connections that ended without a DISCONNECT, by publisher; those of connections that the
 *     load ended count as acknowledged
 * @param sentPerSecond messages sent, by intended send time
 * @param acknowledgements time from send to acknowledgement; empty for QoS 0
 * @param deliveries messages that reached the subscribers
 * @param connections connects, disconnects and reconnects
 * @param calls requests and their answers
 * @param lateness delays of the load generators
 * @param failures client failures, one sentence each, at most 100
 */
public record LoadResult(
        long startMicros,
        long endOfSendingMicros,
        long endMicros,
        List<SentLog> sent,
        List<SentLog> wills,
        PerSecond sentPerSecond,
        LatencyHistogram acknowledgements,
        Deliveries deliveries,
        Connections connections,
        Calls calls,
        Lateness lateness,
        List<String> failures) {

    /** End of the sentence about clients that were away at the end of the run, and may have left their sessions. */
    public static final String NOT_BACK = "not connected again when the run was over";

    /** Creates a result without last wills and delays. */
    public LoadResult(
            long startMicros,
            long endOfSendingMicros,
            long endMicros,
            List<SentLog> sent,
            PerSecond sentPerSecond,
            LatencyHistogram acknowledgements,
            Deliveries deliveries,
            Connections connections,
            Calls calls,
            List<String> failures) {
        this(
                startMicros,
                endOfSendingMicros,
                endMicros,
                sent,
                List.of(),
                sentPerSecond,
                acknowledgements,
                deliveries,
                connections,
                calls,
                new Lateness(),
                failures);
    }

    public long sentCount() {
        return sent.stream().mapToLong(SentLog::size).sum();
    }

    public long acknowledgedCount() {
        return sent.stream().mapToLong(SentLog::acknowledgedCount).sum();
    }

    /** Returns the number of messages sent, including requests and answers of calls. */
    public long messages() {
        return sentCount() + 2 * calls.answered().count() + calls.unanswered();
    }

    /** Returns a copy with other connection counts and additional failures. */
    public LoadResult with(Connections others, List<String> moreFailures) {
        var all = new ArrayList<>(failures);
        all.addAll(moreFailures);
        return new LoadResult(
                startMicros,
                endOfSendingMicros,
                endMicros,
                sent,
                wills,
                sentPerSecond,
                acknowledgements,
                deliveries,
                others,
                calls,
                lateness,
                all);
    }

    /**
     * Messages that reached the subscribers.
     *
     * @param expected deliveries due for the messages sent
     * @param received deliveries, including duplicates
     * @param lost deliveries that cannot arrive any more
     * @param underWay deliveries that could still arrive when the run ended
     * @param duplicated repeated deliveries
     * @param lastMicros arrival of the last delivery, 0 without deliveries
     * @param perSecond by arrival time
     * @param latency from the (intended) send time
     * @param latencyPerSecond latency over time
     * @param byGroup deliveries to the subscribers of each group, in the order of the plan
     */
    public record Deliveries(
            long expected,
            long received,
            long lost,
            long underWay,
            long duplicated,
            long lastMicros,
            PerSecond perSecond,
            LatencyHistogram latency,
            LatencySeries latencyPerSecond,
            List<OfGroup> byGroup) {

        /**
         * Deliveries to the subscribers of a group, like those to all.
         *
         * @param expected deliveries due
         * @param received deliveries, including duplicates
         * @param lost deliveries that cannot arrive any more
         * @param underWay deliveries that could still arrive when the run ended
         * @param duplicated repeated deliveries
         * @param latency from the (intended) send time
         */
        public record OfGroup(
                long expected, long received, long lost, long underWay, long duplicated, LatencyHistogram latency) {}
    }

    /**
     * Connection counts of a load.
     *
     * @param connected connected clients, including publishers and subscribers
     * @param connectSeconds seconds until all were connected
     * @param lost disconnects that the load did not request
     * @param reconnects connections that came back
     * @param awaySeconds longest time from a lost connection until all publishers and subscribers were connected again
     */
    public record Connections(int connected, double connectSeconds, long lost, long reconnects, double awaySeconds) {}

    /**
     * Requests and their answers.
     *
     * @param answered time from request to answer
     * @param unanswered requests without an answer in time
     */
    public record Calls(LatencyHistogram answered, long unanswered) {}
}
