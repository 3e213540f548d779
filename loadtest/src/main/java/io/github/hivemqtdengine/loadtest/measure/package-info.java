/** The arithmetic of a run: throughput, latency and medians, as mqttloader defines them. */
@NullMarked
package io.github.hivemqtdengine.loadtest.measure;

import org.jspecify.annotations.NullMarked;
