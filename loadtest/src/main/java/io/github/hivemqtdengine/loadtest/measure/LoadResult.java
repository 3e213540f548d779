package io.github.hivemqtdengine.loadtest.measure;

import java.util.ArrayList;
import java.util.List;

/**
 * What the clients of a load noted, complete once it has ended.
 *
 * @param startMicros when publishers could begin: all clients were connected; epoch microseconds
 * @param endOfSendingMicros when the last message was sent and, above QoS 0, acknowledged
 * @param endMicros when the run was over
 * @param sent what each publisher sent, ascending by its number
 * @param sentPerSecond messages sent, by the intended time
 * @param acknowledgements from sending to acknowledgement; empty for QoS 0
 * @param deliveries what came to the subscribers
 * @param connections what the connections went through
 * @param calls requests and their answers
 * @param failures what went wrong with the clients, a sentence each, at most a hundred
 */
public record LoadResult(
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

    /** How many messages all publishers have sent. */
    public long sentCount() {
        return sent.stream().mapToLong(SentLog::size).sum();
    }

    public long acknowledgedCount() {
        return sent.stream().mapToLong(SentLog::acknowledgedCount).sum();
    }

    /** The same with what is known of its clients from elsewhere. */
    public LoadResult with(Connections others, List<String> moreFailures) {
        var all = new ArrayList<>(failures);
        all.addAll(moreFailures);
        return new LoadResult(
                startMicros,
                endOfSendingMicros,
                endMicros,
                sent,
                sentPerSecond,
                acknowledgements,
                deliveries,
                others,
                calls,
                all);
    }

    /**
     * What came to the subscribers.
     *
     * @param expected how many should have come, by what was sent
     * @param received how many came, duplicates included
     * @param lost how many never came
     * @param duplicated how many came again
     * @param lastMicros when the last one came, 0 if none did
     * @param perSecond by the time at which they came
     * @param latency from the (intended) time of sending
     * @param latencyPerSecond the same for each second, from the start on
     */
    public record Deliveries(
            long expected,
            long received,
            long lost,
            long duplicated,
            long lastMicros,
            PerSecond perSecond,
            LatencyHistogram latency,
            List<LatencyHistogram> latencyPerSecond) {}

    /**
     * What the connections went through.
     *
     * @param connected how many were connected, publishers and subscribers included
     * @param connectSeconds how long it took until all were
     * @param lost how many broke off although the load did not want it
     * @param reconnects how many came back
     */
    public record Connections(int connected, double connectSeconds, long lost, long reconnects) {}

    /**
     * Requests and their answers.
     *
     * @param answered from the request to its answer
     * @param unanswered how many had none in time
     */
    public record Calls(LatencyHistogram answered, long unanswered) {}
}
