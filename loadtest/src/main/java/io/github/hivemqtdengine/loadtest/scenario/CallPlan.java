package io.github.hivemqtdengine.loadtest.scenario;

import java.time.Duration;

/**
 * Requests from a user to devices of the crowd, one after another, each with a response topic and correlation data.
 *
 * @param count how many
 * @param devices how many devices answer, at least 1
 * @param timeout after so long a call counts as unanswered
 */
public record CallPlan(int count, int devices, Duration timeout) {}
