package io.github.hivemqtdengine.metrics;

/**
 * The account of one route, in messages unless said otherwise. At every quiet moment {@code received = stored +
 * deadLettered + dropped + inFlight}. May be read by any thread.
 */
public interface RouteFigures {

    /** Messages that matched the route. */
    long received();

    /** Messages whose rows are all in the database. */
    long stored();

    /** Rows in the database, those that replaced another one included. */
    long storedRows();

    /** Messages in the dead-letter file. */
    long deadLettered();

    /** Messages that are neither stored nor kept, for this reason. */
    long dropped(DropReason reason);

    /** Messages that are neither stored nor kept, whatever the reason. */
    default long dropped() {
        long sum = 0;
        for (var reason : DropReason.values()) {
            sum += dropped(reason);
        }
        return sum;
    }

    /** Messages in a queue or in a batch that is being written. */
    long inFlight();

    /** Messages that were part of a write that failed and was tried again, once per try. */
    long retried();

    /** Rows that were moved to a free timestamp. */
    long bumpedRows();

    /** Rows that were seen to replace an earlier one of the same key. */
    long overwrittenRows();

    /** Rows that were seen to bring other tags than the row before them in the same subtable. */
    long tagChanges();

    /** How often the mapping did this beside making rows. */
    long mapped(MappingEvent event);

    /** What the account lacks; not 0 at a quiet moment means a defect. */
    default long difference() {
        return received() - stored() - deadLettered() - dropped() - inFlight();
    }
}
