package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.measure.Latency;
import io.github.hivemqtdengine.loadtest.measure.RunResult;
import io.github.hivemqtdengine.loadtest.measure.Throughput;
import io.github.hivemqtdengine.loadtest.stack.BrokerMode;

/**
 * One round of a published case in one mode.
 *
 * @param published the publishers' throughput in mqttloader's sense
 * @param received the subscribers' throughput in mqttloader's sense
 * @param deliveriesPerSecond the subscribers' throughput without rounding to whole seconds
 * @param latency the deliveries' latency, milliseconds
 * @param lostDeliveries how many of them never came
 * @param rows how many rows the database has more than before; 0 without the extension
 */
record PublishedRound(
        String caseName,
        BrokerMode mode,
        Throughput published,
        Throughput received,
        double deliveriesPerSecond,
        Latency latency,
        long lostDeliveries,
        long rows) {

    static PublishedRound of(PublishedCase published, BrokerMode mode, RunResult run, long rows) {
        return new PublishedRound(
                published.name(),
                mode,
                run.published(),
                run.received(),
                run.deliveriesPerSecond(),
                run.latency(),
                published.deliveries() - run.received().total(),
                rows);
    }
}
