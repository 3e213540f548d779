package io.github.hivemqtdengine.metrics;

/**
 * Where the pipeline reports its figures. Every method does nothing by default; implementations must not block and must
 * not throw, since they are called from the broker's threads and the lanes' threads.
 */
public interface PipelineMetrics {

    /** Reports to nobody. */
    PipelineMetrics NONE = new PipelineMetrics() {};

    /**
     * A route has been added; called once per route at start.
     *
     * @param routeId the route's id
     * @param figures what is asked whenever somebody looks
     */
    default void routeAdded(String routeId, RouteFigures figures) {}

    /**
     * Messages of a route are stored.
     *
     * @param routeId the route's id
     * @param commitNanos from the arrival of the message to the database's confirmation, nanoseconds
     */
    default void stored(String routeId, long commitNanos) {}

    /**
     * A batch with messages of a route was written; called once for each of its routes.
     *
     * @param routeId the route's id
     * @param rows the route's rows in it
     * @param nanos how long the write took, that of the other routes' rows included
     */
    default void batchStored(String routeId, int rows, long nanos) {}

    /** A write failed and will be tried again. */
    default void writeRetried(String databaseId) {}
}
