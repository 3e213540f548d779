// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.memory.RecentKeys;
import java.util.HashMap;
import java.util.Map;
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
    long allocateForArrival(long subtable, long wanted, boolean isShared, boolean isAhead) {
        if (isAhead && ahead == null) {
            ahead = new ArrivalTicks(capacity, givenAhead);
        }
        long next = ahead == null
                ? arrivals.allocate(subtable, wanted)
                : isAhead ? allocate(ahead, arrivals, subtable, wanted) : allocate(arrivals, ahead, subtable, wanted);
        return isShared || hasReplayed ? recent.allocate(subtable, next) : next;
    }

    /** Avoids the known ticks of the first pass when the clock passes a time twice. */
    private static long allocate(ArrivalTicks own, ArrivalTicks other, long subtable, long wanted) {
        long next = own.allocate(subtable, wanted);
        for (long free = other.firstFree(subtable, next); free != next; ) {
            next = own.allocate(subtable, free);
            free = other.firstFree(subtable, next);
        }
        return next;
    }

    /** Allocates the first tick from the given one on that is not known to be taken; for old arrival times. */
    long allocateForReplay(long subtable, long wanted) {
        hasReplayed = true;
        long free = wanted;
        for (long next = firstFree(subtable, free); next != free; next = firstFree(subtable, free)) {
            free = next;
        }
        return recent.allocate(subtable, free);
    }

    private long firstFree(long subtable, long ticks) {
        long free = arrivals.firstFree(subtable, ticks);
        if (ahead != null) {
            free = ahead.firstFree(subtable, free);
        }
        return recent.firstFree(subtable, free);
    }

    /**
     * Timestamps allocated to each subtable for arrival times, in ticks. Arrival times grow, so the subtable's latest
     * run of consecutive ticks usually suffices. In a database of milliseconds, a subtable with more than a thousand
     * rows a second runs ahead of the clock. Lanes are not in step, so a late message checks the recent keys for a free
     * tick. Not thread-safe.
     */
    static final class ArrivalTicks {

        /** Limit for subtables ahead of the clock; each takes about 100 bytes, as the others do. */
        static final int MAX_AHEAD = 200_000;

        private final int capacity;
        private final long given;
        private final RecentKeys recent;
        private Map<Long, Run> young = new HashMap<>();
        private Map<Long, Run> old = new HashMap<>();
        private long forgotten = Long.MIN_VALUE;

        private record Run(long first, long last) {}

        /**
         * @param capacity subtables and keys per generation, not counting subtables ahead of the clock
         * @param given latest tick that an earlier process may have allocated, in any subtable
         */
        ArrivalTicks(int capacity, long given) {
            this.capacity = capacity;
            this.given = given;
            this.recent = new RecentKeys(capacity);
        }

        /** Allocates the subtable's first free tick from the given one on; a later one if the history is forgotten. */
        long allocate(long subtable, long ticks) {
            var run = run(subtable);
            long free = free(subtable, run, Math.max(ticks, given + 1));
            recent.add(subtable, free);
            if (run == null || free > run.last()) {
                long first = run != null && free == run.last() + 1 ? run.first() : free;
                remember(subtable, new Run(first, free), ticks);
            }
            return free;
        }

        /** Returns the first tick at or after the given one that is not known to be allocated in the subtable. */
        long firstFree(long subtable, long ticks) {
            var run = run(subtable);
            long free = recent.firstFree(subtable, ticks);
            return run != null && free >= run.first() && free <= run.last() ? run.last() + 1 : free;
        }

        private @Nullable Run run(long subtable) {
            var run = young.get(subtable);
            return run != null ? run : old.get(subtable);
        }

        private long free(long subtable, @Nullable Run run, long ticks) {
            if (run == null) {
                return Math.max(ticks, forgotten + 1);
            }
            if (ticks > run.last()) {
                return ticks;
            }
            if (ticks >= run.first() || ticks <= recent.forgotten()) {
                return run.last() + 1;
            }
            long free = recent.firstFree(subtable, ticks);
            return free >= run.first() ? run.last() + 1 : free;
        }

        private void remember(long subtable, Run run, long now) {
            if (young.size() >= capacity) {
                forget(now);
            }
            young.put(subtable, run);
        }

        /** Returns how many runs are remembered. */
        int size() {
            return young.size() + old.size();
        }

        private void forget(long now) {
            var ahead = new HashMap<Long, Run>();
            for (var entry : old.entrySet()) {
                if (entry.getValue().last() >= now) {
                    ahead.put(entry.getKey(), entry.getValue());
                } else {
                    forgotten = Math.max(forgotten, entry.getValue().last());
                }
            }
            if (ahead.size() > MAX_AHEAD) {
                ahead.values().forEach(run -> forgotten = Math.max(forgotten, run.last()));
                ahead.clear();
            }
            ahead.putAll(young);
            old = ahead;
            young = new HashMap<>();
        }
    }
}
