// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.metrics;

import java.util.function.LongSupplier;

/**
 * Port for the metrics of the pipeline. Every method does nothing by default. Implementations must not block or throw,
 * since they are called on the broker's threads and the lanes' threads. {@link Metric} has the names.
 */
public interface PipelineMetrics {

    PipelineMetrics NONE = new PipelineMetrics() {};

    /**
     * Registers a route; called once per route at start.
     *
     * @param counters read whenever a metric is read
     * @return the receiver of the route's times
     */
    default RouteMetrics routeAdded(String routeId, RouteCounters counters) {
        return RouteMetrics.NONE;
    }

    /**
     * Registers a gauge, in place of an earlier one of the name.
     *
     * @param id of the route, database or registry
     * @param value read whenever the metric is read
     */
    default void gauge(Metric metric, String id, LongSupplier value) {}

    /** Registers a gauge of which there is one for all routes and databases. */
    default void gauge(Metric metric, LongSupplier value) {
        gauge(metric, "", value);
    }

    /** Registers a counter, unless there is one of the name; returns what counts an event. */
    default Runnable counter(Metric metric, String id) {
        return () -> {};
    }

    /** Removes the gauges and counters directly below a name, such as {@code database.plant}. */
    default void remove(String group) {}

    /** Receiver of the times of one route, under the same rules as {@link PipelineMetrics}. */
    interface RouteMetrics {

        RouteMetrics NONE = new RouteMetrics() {};

        /**
         * Records messages of the route that one write has stored.
         *
         * @param commitNanos the time from the arrival of each to the database's confirmation, nanoseconds
         */
        default void stored(long[] commitNanos) {}

        /**
         * Records a written batch that contains messages of the route.
         *
         * @param rows the route's rows in the batch
         * @param nanos the duration of the write, including rows of other routes, nanoseconds
         */
        default void batchStored(int rows, long nanos) {}
    }
}
