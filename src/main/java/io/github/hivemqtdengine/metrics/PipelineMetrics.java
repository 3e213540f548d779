package io.github.hivemqtdengine.metrics;

import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Port for the metrics of the pipeline. Every method does nothing by default. Implementations must not block or throw,
 * since they are called on the broker's threads and the lanes' threads.
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
     * Registers a database; called once per database at start.
     *
     * @param writes the number of concurrent writes that are allowed
     */
    default void writesAllowed(String databaseId, IntSupplier writes) {}

    /**
     * Registers the connections of a database; called once per database at start.
     *
     * @param open the number of open connections
     */
    default void connections(String databaseId, IntSupplier open) {}

    /**
     * Registers the health of a database; called once per database at start.
     *
     * @param isUp whether the database takes rows
     * @param needsOperator whether it takes none until an operator acts
     * @param waitingLanes the number of lanes that wait for it with a failed batch
     */
    default void databaseHealth(
            String databaseId, BooleanSupplier isUp, BooleanSupplier needsOperator, IntSupplier waitingLanes) {}

    /**
     * Registers the lanes of a database; called once per database at start.
     *
     * @param ageMillis the age of the oldest message that a lane is writing, milliseconds; 0 if there is none
     */
    default void oldestMessage(String databaseId, LongSupplier ageMillis) {}

    /** Removes a database with its lanes and metrics. */
    default void databaseRemoved(String databaseId) {}

    /**
     * Registers the clock that stamps messages; called once.
     *
     * @param aheadMillis how far the latest stamp is ahead of the system's clock, milliseconds
     * @param stepsBack how often the stamps followed the system's clock back
     */
    default void clock(LongSupplier aheadMillis, LongSupplier stepsBack) {}

    /**
     * Registers the spool; called once at start.
     *
     * @param isActive whether messages go through memory only, since the spool takes none
     * @param messages the number of messages that went through memory only since the start
     */
    default void spoolBypass(BooleanSupplier isActive, LongSupplier messages) {}

    /**
     * Registers a schema registry; called once per registry at start.
     *
     * @param counters read whenever a metric is read
     */
    default void registryAdded(String registryId, RegistryCounters counters) {}

    /** Removes a schema registry with its metrics. */
    default void registryRemoved(String registryId) {}

    /** Counts a write that failed and will be retried. */
    default void writeRetried(String databaseId) {}

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

    /** Counters of one schema registry. Thread-safe. */
    interface RegistryCounters {

        /** Returns whether the registry has answered the last look-up. */
        boolean isUp();

        /** Returns the look-ups of schemas, which may be several requests each. */
        long lookups();

        /** Returns the look-ups that found no schema. */
        long failures();

        /** Returns the payloads whose schema was not looked up, because of too many look-ups or an outage. */
        long refusals();

        /** Returns the approximate bytes of the schemas in memory. */
        long cachedBytes();
    }

    /**
     * Account of one route, in messages unless said otherwise. When nothing is being processed, {@code received =
     * stored + deadLettered + dropped + inFlight}. Thread-safe.
     */
    interface RouteCounters {

        /** Returns the messages that matched the route. */
        long received();

        /** Returns the messages whose rows are all in the database. */
        long stored();

        /** Returns the rows in the database, including those that replaced another one. */
        long storedRows();

        /** Returns the messages in the dead-letter file. */
        long deadLettered();

        /** Returns the messages that are neither stored nor kept, for this reason. */
        long dropped(DropReason reason);

        /** Returns the messages that are neither stored nor kept, for any reason. */
        default long dropped() {
            long sum = 0;
            for (var reason : DropReason.values()) {
                sum += dropped(reason);
            }
            return sum;
        }

        /** Returns the messages in a queue or in a batch that is being written. */
        long inFlight();

        /** Returns the messages in writes that failed and were retried, once per attempt. */
        long retried();

        /** Returns the rows that were moved to a free timestamp. */
        long bumpedRows();

        /** Returns the rows that are known to have replaced an earlier one of the same key. */
        long overwrittenRows();

        /** Returns the rows whose tags differ from those of the previous row of the same subtable. */
        long tagChanges();

        /** Returns the acknowledgements that were delayed by a rate limit. */
        long delayedAcks();

        /** Returns the number of these events. */
        long mapped(MappingEvent event);

        /** Returns the imbalance of the account; a value other than 0 while nothing is processed is a defect. */
        default long difference() {
            return received() - stored() - deadLettered() - dropped() - inFlight();
        }
    }
}
