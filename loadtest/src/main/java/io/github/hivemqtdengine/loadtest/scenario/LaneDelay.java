package io.github.hivemqtdengine.loadtest.scenario;

import java.time.Duration;

/**
 * Slow lanes: the extension is given its database by several endpoints, some of which answer late. Each lane has an
 * endpoint of its own where there are as many.
 *
 * @param delay how much later they answer
 * @param slow how many of them, from 1
 * @param endpoints of how many, at least as many
 */
public record LaneDelay(Duration delay, int slow, int endpoints) {}
