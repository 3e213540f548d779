// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import java.nio.file.Path;

/**
 * Messages from files, whose payloads have no stamps: deliveries and rows are counted, not identified.
 *
 * @param source files of payloads, or a recording
 * @param factor speed of a recording, more than 0: 2 sends in half the time
 * @param filter topic filter of a recording; empty for files
 */
public record TrafficPlan(Path source, double factor, String filter) {}
