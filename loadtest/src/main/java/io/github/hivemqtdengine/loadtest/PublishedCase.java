package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.mqtt.Load;
import java.util.List;

/**
 * A case of the test report of 2020 (HiveMQ 4.4.1, TDengine 2.0.3, mqttloader 0.7.2, QoS 0, 20 bytes).
 *
 * @param repeats how often a round runs it: runs of a few milliseconds scatter
 * @param throughput the average throughput at the subscribers that it published, messages per second
 * @param latency the average latency that it published, milliseconds
 */
record PublishedCase(
        String name, int publishers, int subscribers, int messages, int repeats, double throughput, double latency) {

    static final List<PublishedCase> ALL = List.of(
            new PublishedCase("c1", 1, 1, 1_000, 10, 125, 3_016.71),
            new PublishedCase("c2", 10, 10, 100, 10, 5_000, 650.41),
            new PublishedCase("c3", 10, 10, 1_000, 1, 6_666.67, 6_416.67));

    Load load() {
        return Load.mqttloader(publishers, subscribers, messages);
    }

    long sent() {
        return (long) publishers * messages;
    }

    long deliveries() {
        return sent() * subscribers;
    }

    String shape() {
        return name + " " + publishers + " x " + subscribers + " x " + messages;
    }
}
