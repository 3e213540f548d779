// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.status.unmapped;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.route.Route;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Samples on their way from the broker's threads to the thread that looks at them. The latter requests a number of
 * samples; without a request, an offer costs one volatile read. Nothing waits.
 */
final class SampleQueue {

    static final int MAX_PAYLOAD_BYTES = 64 * 1_024;
    static final int MAX_BYTES = 1_024 * 1_024;
    static final int MAX_TOPIC = 200;

    private final AtomicInteger wantedMessages = new AtomicInteger();
    private final AtomicInteger wantedTopics = new AtomicInteger();
    private final AtomicInteger room = new AtomicInteger(MAX_BYTES);
    private final Queue<Sample> messages = new ConcurrentLinkedQueue<>();
    private final Queue<String> topics = new ConcurrentLinkedQueue<>();

    /** Message and the routes that have accepted it. */
    record Sample(List<Route> routes, InboundMessage message) {}

    /** Requests messages with a route, and as many topics without one, in place of an earlier request. */
    void request(int count) {
        wantedMessages.set(count);
        wantedTopics.set(count);
    }

    /** Offers the topic of a message without a route. */
    void offer(String topic) {
        if (isAcquired(wantedTopics)) {
            topics.add(topic.length() <= MAX_TOPIC ? topic : topic.substring(0, MAX_TOPIC - 1) + "…");
        }
    }

    /** Offers a message, whose payload is not copied. */
    void offer(List<Route> routes, InboundMessage message) {
        if (message.payload().length > MAX_PAYLOAD_BYTES || !isAcquired(wantedMessages)) {
            return;
        }
        int weight = message.weight();
        if (room.addAndGet(-weight) >= 0) {
            messages.add(new Sample(routes, message));
        } else {
            room.addAndGet(weight);
        }
    }

    private static boolean isAcquired(AtomicInteger wanted) {
        return wanted.get() > 0 && wanted.getAndDecrement() > 0;
    }

    @Nullable
    Sample pollMessage() {
        var sample = messages.poll();
        if (sample != null) {
            room.addAndGet(sample.message.weight());
        }
        return sample;
    }

    @Nullable
    String pollTopic() {
        return topics.poll();
    }
}
