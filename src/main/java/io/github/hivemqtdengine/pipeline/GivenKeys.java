package io.github.hivemqtdengine.pipeline;

import org.jspecify.annotations.Nullable;

/** The time keys that the rows of one database were given, as ticks of one precision. Not safe for many threads. */
final class GivenKeys {

    private final int capacity;
    private final long givenAhead;
    private final RecentKeys recent;
    private ArrivalTicks arrivals;
    /** Those of stamps that are far ahead of the system's clock, {@code null} as long as there are none. */
    private @Nullable ArrivalTicks ahead;

    private boolean hasReplayed;

    /**
     * @param capacity of how many rows and subtables it remembers the latest, at least
     * @param given the latest tick made of a time of arrival that may have been given by an earlier process
     * @param givenAhead the same, for times of arrival that are far ahead of the system's clock
     */
    GivenKeys(int capacity, long given, long givenAhead) {
        this.capacity = capacity;
        this.givenAhead = givenAhead;
        this.recent = new RecentKeys(capacity);
        this.arrivals = new ArrivalTicks(capacity, given);
    }

    /** All but those for times of arrival in a table that has no other ones. */
    RecentKeys recent() {
        return recent;
    }

    /** The system's clock stepped back: what was given until now is ahead, and new keys follow the clock. */
    void stepBack() {
        ahead = arrivals;
        arrivals = new ArrivalTicks(capacity, Long.MIN_VALUE);
    }

    /**
     * A free tick for a time of arrival, behind those of an earlier process.
     *
     * @param isShared whether rows with other times go into the same table
     * @param isAhead whether the time is far ahead of the system's clock, so that it says nothing about the others
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

    /** Where the clock passes a time for the second time, the keys of the first time are avoided while they are known. */
    private static long take(ArrivalTicks own, ArrivalTicks other, String table, String subtable, long wanted) {
        long next = own.take(table, subtable, wanted);
        for (long free = other.firstFree(table, subtable, next); free != next; ) {
            next = own.take(table, subtable, free);
            free = other.firstFree(table, subtable, next);
        }
        return next;
    }

    /** The first tick from this one on that is not known to be given, for a time of arrival of long ago. */
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
