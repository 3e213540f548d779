package io.github.hivemqtdengine.pipeline.delivery;

import org.jspecify.annotations.Nullable;

/** Timestamps allocated to the rows of one database, as ticks of one precision. Not thread-safe. */
final class AllocatedTimestamps {

    private final int capacity;
    private final long givenAhead;
    private final RecentKeys recent;
    private ArrivalTicks arrivals;
    /** Ticks of arrival times far ahead of the system's clock, {@code null} while there are none. */
    private @Nullable ArrivalTicks ahead;

    private boolean hasReplayed;

    /**
     * @param capacity minimum rows and subtables to remember, the latest ones
     * @param given latest tick that an earlier process may have allocated for an arrival time
     * @param givenAhead the same, for arrival times far ahead of the system's clock
     */
    AllocatedTimestamps(int capacity, long given, long givenAhead) {
        this.capacity = capacity;
        this.givenAhead = givenAhead;
        this.recent = new RecentKeys(capacity);
        this.arrivals = new ArrivalTicks(capacity, given);
    }

    /** Returns all ticks except those for arrival times in tables with no other timestamps. */
    RecentKeys recent() {
        return recent;
    }

    /** Follows a step back of the system's clock: ticks so far count as ahead, and new ticks follow the clock. */
    void stepBack() {
        ahead = arrivals;
        arrivals = new ArrivalTicks(capacity, Long.MIN_VALUE);
    }

    /**
     * Allocates a free tick for an arrival time, after those of an earlier process.
     *
     * @param isShared whether rows with other timestamps go into the same table
     * @param isAhead whether the arrival time is far ahead of the system's clock; such ticks are kept apart
     */
    long takeForArrival(String table, String subtable, long wanted, boolean isShared, boolean isAhead) {
        if (isAhead && ahead == null) {
            ahead = new ArrivalTicks(capacity, givenAhead);
        }
        long next = ahead == null
                ? arrivals.take(table, subtable, wanted)
                : isAhead
                        ? take(ahead, arrivals, table, subtable, wanted)
                        : take(arrivals, ahead, table, subtable, wanted);
        return isShared || hasReplayed ? recent.take(table, subtable, next) : next;
    }

    /** Avoids the known ticks of the first pass when the clock passes a time twice. */
    private static long take(ArrivalTicks own, ArrivalTicks other, String table, String subtable, long wanted) {
        long next = own.take(table, subtable, wanted);
        for (long free = other.firstFree(table, subtable, next); free != next; ) {
            next = own.take(table, subtable, free);
            free = other.firstFree(table, subtable, next);
        }
        return next;
    }

    /** Allocates the first tick from the given one on that is not known to be taken; for old arrival times. */
    long takeForReplay(String table, String subtable, long wanted) {
        hasReplayed = true;
        long free = wanted;
        for (long next = firstFree(table, subtable, free); next != free; next = firstFree(table, subtable, free)) {
            free = next;
        }
        return recent.take(table, subtable, free);
    }

    private long firstFree(String table, String subtable, long ticks) {
        long free = arrivals.firstFree(table, subtable, ticks);
        if (ahead != null) {
            free = ahead.firstFree(table, subtable, free);
        }
        return recent.firstFree(table, subtable, free);
    }
}
