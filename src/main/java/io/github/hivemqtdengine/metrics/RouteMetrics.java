package io.github.hivemqtdengine.metrics;

/** Where the times of one route are reported, under the same rules as {@link PipelineMetrics}. */
public interface RouteMetrics {

    /** Reports to nobody. */
    RouteMetrics NONE = new RouteMetrics() {};

    /**
     * A message is stored.
     *
     * @param commitNanos from the arrival of the message to the database's confirmation, nanoseconds
     */
    default void stored(long commitNanos) {}

    /**
     * A batch with messages of the route was written.
     *
     * @param rows the route's rows in it
     * @param nanos how long the write took, that of other routes' rows included
     */
    default void batchStored(int rows, long nanos) {}
}
