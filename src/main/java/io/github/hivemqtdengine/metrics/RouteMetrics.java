package io.github.hivemqtdengine.metrics;

/** Receiver of the times of one route, under the same rules as {@link PipelineMetrics}. */
public interface RouteMetrics {

    RouteMetrics NONE = new RouteMetrics() {};

    /**
     * Records a stored message.
     *
     * @param commitNanos the time from its arrival to the database's confirmation, nanoseconds
     */
    default void stored(long commitNanos) {}

    /**
     * Records a written batch that contains messages of the route.
     *
     * @param rows the route's rows in the batch
     * @param nanos the duration of the write, including rows of other routes, nanoseconds
     */
    default void batchStored(int rows, long nanos) {}
}
