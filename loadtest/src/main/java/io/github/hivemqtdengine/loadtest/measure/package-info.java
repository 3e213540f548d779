/**
 * Calculations on a run: throughput and latency as mqttloader defines them, rows against messages, and commit latency.
 */
@NullMarked
package io.github.hivemqtdengine.loadtest.measure;

import org.jspecify.annotations.NullMarked;
