// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import java.time.Duration;

/**
 * Sequential requests from a user to devices of the crowd, each with a response topic and correlation data.
 *
 * @param count number of requests
 * @param devices number of answering devices, at least 1
 * @param qos QoS of requests and answers: 0, 1 or 2
 * @param timeout time after which a call counts as unanswered
 */
public record CallPlan(int count, int devices, int qos, Duration timeout) {}
