// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.traffic;

/**
 * Totals of a recording.
 *
 * @param filter topic filter with which it was captured
 * @param messages number of messages
 * @param micros length in microseconds
 * @param qos highest QoS of a message
 * @param firstTopic topic of the first message, empty without messages
 */
public record Traffic(String filter, long messages, long micros, int qos, String firstTopic) {}
