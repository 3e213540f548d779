package io.github.hivemqtdengine.loadtest.scenario;

import java.time.Duration;

/**
 * Who receives.
 *
 * @param count how many subscribers, from 0
 * @param qos 0, 1 or 2
 * @param shared whether they share one subscription, so that each message comes to one of them
 * @param filter the topic filter of each
 * @param delay how long a subscriber takes for each message, zero for none
 */
public record SubscriberPlan(int count, int qos, boolean shared, String filter, Duration delay) {}
