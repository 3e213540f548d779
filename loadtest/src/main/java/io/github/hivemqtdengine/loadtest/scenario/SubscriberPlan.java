// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Subscribers of a group.
 *
 * @param first number of the first subscriber; the numbers of all groups ascend without gaps
 * @param shared whether all of the group share one subscription, so that each message reaches only one
 * @param filter topic filter of each subscriber, with {@code {client}}, the subscriber's number from 0
 */
public record SubscriberPlan(int first, int count, int qos, boolean shared, String filter, Duration delay) {

    private static final String CLIENT = "{client}";

    /** Creates the subscribers of a first group. */
    public SubscriberPlan(int count, int qos, boolean shared, String filter, Duration delay) {
        this(0, count, qos, shared, filter, delay);
    }

    /** Returns one subscription for each subscriber if the filter has {@code {client}}, otherwise one like all. */
    public List<SubscriberPlan> subscriptions() {
        return filter.contains(CLIENT)
                ? IntStream.range(first, first + count).mapToObj(this::of).toList()
                : List.of(this);
    }

    /** Returns the subscriber with a number. */
    public SubscriberPlan of(int number) {
        var own = filter.replace(CLIENT, Integer.toString(number));
        return new SubscriberPlan(number, 1, qos, shared, own, delay);
    }
}
