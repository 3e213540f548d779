/**
 * The arithmetic of a run: throughput and latency as mqttloader defines them, rows against messages, and how long a commit
 * takes.
 */
@NullMarked
package io.github.hivemqtdengine.loadtest.measure;

import org.jspecify.annotations.NullMarked;
