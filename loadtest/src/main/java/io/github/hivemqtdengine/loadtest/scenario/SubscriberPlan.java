// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import java.time.Duration;

/**
 * Subscribers of a group.
 *
 * @param first number of the first subscriber; the numbers of all groups ascend without gaps
 * @param count number of subscribers, from 0
 * @param qos 0, 1 or 2
 * @param shared whether all of the group share one subscription, so that each message reaches only one
 * @param filter topic filter of each subscriber
 * @param delay processing time of each message, zero for none
 */
public record SubscriberPlan(int first, int count, int qos, boolean shared, String filter, Duration delay) {

    /** Creates the subscribers of a first group. */
    public SubscriberPlan(int count, int qos, boolean shared, String filter, Duration delay) {
        this(0, count, qos, shared, filter, delay);
    }
}
