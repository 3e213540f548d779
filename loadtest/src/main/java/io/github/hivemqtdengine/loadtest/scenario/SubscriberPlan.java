package io.github.hivemqtdengine.loadtest.scenario;

import java.time.Duration;

/**
 * Subscribers of a load.
 *
 * @param count number of subscribers, from 0
 * @param qos 0, 1 or 2
 * @param shared whether all share one subscription, so that each message reaches only one
 * @param filter topic filter of each subscriber
 * @param delay processing time of each message, zero for none
 */
public record SubscriberPlan(int count, int qos, boolean shared, String filter, Duration delay) {}
