// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import com.codahale.metrics.MetricFilter;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * Metrics of the extension, summed over all routes.
 *
 * @param difference the imbalance {@code received - stored - dead-lettered - dropped - in flight}
 * @param medianMillis publish to commit, median of the slowest route
 * @param p99Millis publish to commit, 99th percentile of the slowest route
 */
record Figures(
        long received,
        long stored,
        long storedRows,
        long deadLettered,
        long dropped,
        long inFlight,
        long difference,
        double medianMillis,
        double p99Millis) {

    private static final String ROUTE = "com.hivemq.extensions.tdengine.route.";

    static Figures read(MetricRegistry registry) {
        return new Figures(
                sum(registry, "received"),
                sum(registry, "stored"),
                sum(registry, "stored-rows"),
                sum(registry, "dead-lettered"),
                sum(registry, "dropped"),
                sum(registry, "in-flight"),
                sum(registry, "difference"),
                slowest(registry, timer -> timer.getSnapshot().getMedian()),
                slowest(registry, timer -> timer.getSnapshot().get99thPercentile()));
    }

    /** Returns whether the extension runs, since it removes its metrics when it stops. */
    static boolean areThere(MetricRegistry registry) {
        return registry.getNames().stream().anyMatch(name -> name.startsWith(ROUTE));
    }

    private static long sum(MetricRegistry registry, String figure) {
        return registry.getGauges(named(figure)).values().stream()
                .mapToLong(gauge -> (Long) gauge.getValue())
                .sum();
    }

    private static double slowest(MetricRegistry registry, ToDoubleFunction<Timer> nanos) {
        return registry.getTimers(named("commit-latency")).values().stream()
                        .mapToDouble(nanos)
                        .max()
                        .orElse(0)
                / TimeUnit.MILLISECONDS.toNanos(1);
    }

    private static MetricFilter named(String figure) {
        return (name, metric) -> name.startsWith(ROUTE) && name.endsWith("." + figure);
    }
}
