package io.github.hivemqtdengine.pipeline;

/** The time keys that the rows of one database were given, as ticks of one precision. Not safe for many threads. */
final class GivenKeys {

    private final RecentKeys recent;
    private final ArrivalTicks arrivals;
    private boolean hasReplayed;

    /**
     * @param capacity of how many rows and subtables it remembers the latest, at least
     * @param given the latest tick made of a time of arrival that may have been given by an earlier process
     */
    GivenKeys(int capacity, long given) {
        recent = new RecentKeys(capacity);
        arrivals = new ArrivalTicks(capacity, given);
    }

    /** All but those for times of arrival in a table that has no other ones. */
    RecentKeys recent() {
        return recent;
    }

    /**
     * A free tick for a time of arrival, behind those of an earlier process.
     *
     * @param isShared whether rows with other times go into the same table
     */
    long takeForArrival(String table, String subtable, long wanted, boolean isShared) {
        long next = arrivals.take(table, subtable, wanted);
        return isShared || hasReplayed ? recent.take(table, subtable, next) : next;
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
        return recent.firstFree(table, subtable, arrivals.firstFree(table, subtable, ticks));
    }
}
