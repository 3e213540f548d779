// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import java.time.Duration;

/**
 * Slow lanes: the extension's database has several endpoints, some of which answer late. With as many endpoints as
 * lanes, each lane has its own.
 *
 * @param delay additional delay of an answer
 * @param slow number of slow endpoints, at least 1
 * @param endpoints total number of endpoints, at least {@code slow}
 */
public record LaneDelay(Duration delay, int slow, int endpoints) {}
