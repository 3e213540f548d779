package io.github.hivemqtdengine.metrics;

/**
 * Account of one route, in messages unless said otherwise. When nothing is being processed, {@code received = stored +
 * deadLettered + dropped + inFlight}. Thread-safe.
 */
public interface RouteCounters {

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

    /** Returns the number of these events. */
    long mapped(MappingEvent event);

    /** Returns the imbalance of the account; a value other than 0 while nothing is processed is a defect. */
    default long difference() {
        return received() - stored() - deadLettered() - dropped() - inFlight();
    }
}
