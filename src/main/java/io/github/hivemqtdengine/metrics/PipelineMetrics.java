package io.github.hivemqtdengine.metrics;

import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

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
     * @return where the route's times are reported
     */
    default RouteMetrics routeAdded(String routeId, RouteFigures figures) {
        return RouteMetrics.NONE;
    }

    /**
     * A database has been added; called once per database at start.
     *
     * @param writes how many writes may be under way at once, asked whenever somebody looks
     */
    default void writesAllowed(String databaseId, IntSupplier writes) {}

    /**
     * A database has been added; called once per database at start.
     *
     * @param isUp returns whether the database takes rows
     * @param waitingLanes how many lanes wait for it with a batch that has failed
     */
    default void databaseHealth(String databaseId, BooleanSupplier isUp, IntSupplier waitingLanes) {}

    /**
     * The lanes of a database have been added; called once per database at start.
     *
     * @param ageMillis how long the oldest message has waited that a lane is writing, milliseconds; 0 if none is
     */
    default void oldestMessage(String databaseId, LongSupplier ageMillis) {}

    /** A database has been removed with its lanes: what is shown of it is removed as well. */
    default void databaseRemoved(String databaseId) {}

    /**
     * The clock that stamps messages has been started; called once.
     *
     * @param aheadMillis how far the latest stamp is ahead of the system's clock
     * @param stepsBack how often the stamps followed the system's clock back
     */
    default void clock(LongSupplier aheadMillis, LongSupplier stepsBack) {}

    /**
     * Messages wait in a spool; called once at start.
     *
     * @param isActive whether messages go through memory only since the spool takes none, asked whenever somebody looks
     * @param messages how many went through memory only since the start
     */
    default void spoolBypass(BooleanSupplier isActive, LongSupplier messages) {}

    /** A write failed and will be tried again. */
    default void writeRetried(String databaseId) {}
}
