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
     * A batch was written.
     *
     * @param databaseId the database's id
     * @param rows its rows
     * @param nanos how long the write took
     */
    default void batchWritten(String databaseId, int rows, long nanos) {}

    /** A write failed and will be tried again. */
    default void writeRetried(String databaseId) {}
}
