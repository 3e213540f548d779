// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.memory.RecentMap;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
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
    long allocateForArrival(String table, String subtable, long wanted, boolean isShared, boolean isAhead) {
        if (isAhead && ahead == null) {
            ahead = new ArrivalTicks(capacity, givenAhead);
        }
        long next = ahead == null
                ? arrivals.allocate(table, subtable, wanted)
                : isAhead
                        ? allocate(ahead, arrivals, table, subtable, wanted)
                        : allocate(arrivals, ahead, table, subtable, wanted);
        return isShared || hasReplayed ? recent.allocate(table, subtable, next) : next;
    }

    /** Avoids the known ticks of the first pass when the clock passes a time twice. */
    private static long allocate(ArrivalTicks own, ArrivalTicks other, String table, String subtable, long wanted) {
        long next = own.allocate(table, subtable, wanted);
        for (long free = other.firstFree(table, subtable, next); free != next; ) {
            next = own.allocate(table, subtable, free);
            free = other.firstFree(table, subtable, next);
        }
        return next;
    }

    /** Allocates the first tick from the given one on that is not known to be taken; for old arrival times. */
    long allocateForReplay(String table, String subtable, long wanted) {
        hasReplayed = true;
        long free = wanted;
        for (long next = firstFree(table, subtable, free); next != free; next = firstFree(table, subtable, free)) {
            free = next;
        }
        return recent.allocate(table, subtable, free);
    }

    private long firstFree(String table, String subtable, long ticks) {
        long free = arrivals.firstFree(table, subtable, ticks);
        if (ahead != null) {
            free = ahead.firstFree(table, subtable, free);
        }
        return recent.firstFree(table, subtable, free);
    }

    /**
     * Timestamps allocated to each subtable for arrival times, in ticks. Arrival times grow, so the subtable's latest
     * run of consecutive ticks usually suffices. In a database of milliseconds, a subtable with more than a thousand
     * rows a second runs ahead of the clock. Lanes are not in step, so a late message checks the recent keys for a free
     * tick. Not thread-safe.
     */
    static final class ArrivalTicks {

        /**
         * Heap limit: a quarter for each of two generations, half for the subtables ahead of the clock. A quarter holds
         * 50,000 subtables with names of 40 characters.
         */
        static final long MAX_BYTES = 64L << 20;

        /** Heap bytes of a run without the subtable's name. */
        private static final long RUN_BYTES = 112;

        private final int capacity;
        private final long given;
        private final RecentKeys recent;
        private Map<Subtable, Run> young = new HashMap<>();
        private Map<Subtable, Run> old = new HashMap<>();
        private long youngBytes;
        private long forgotten = Long.MIN_VALUE;

        private record Subtable(String table, String name) {}

        private record Run(long first, long last) {}

        /**
         * @param capacity subtables and keys per generation, not counting subtables ahead of the clock; fewer if long
         *     names use up the bytes
         * @param given latest tick that an earlier process may have allocated, in any subtable
         */
        ArrivalTicks(int capacity, long given) {
            this.capacity = capacity;
            this.given = given;
            this.recent = new RecentKeys(capacity);
        }

        /** Allocates the subtable's first free tick from the given one on; a later one if the history is forgotten. */
        long allocate(String table, String subtable, long ticks) {
            var key = new Subtable(table, subtable);
            var run = young.getOrDefault(key, old.get(key));
            long free = free(key, run, Math.max(ticks, given + 1));
            recent.add(table, subtable, free);
            if (run == null || free > run.last()) {
                long first = run != null && free == run.last() + 1 ? run.first() : free;
                remember(key, new Run(first, free), ticks);
            }
            return free;
        }

        /** Returns the first tick at or after the given one that is not known to be allocated in the subtable. */
        long firstFree(String table, String subtable, long ticks) {
            var key = new Subtable(table, subtable);
            var run = young.getOrDefault(key, old.get(key));
            long free = recent.firstFree(table, subtable, ticks);
            return run != null && free >= run.first() && free <= run.last() ? run.last() + 1 : free;
        }

        private long free(Subtable key, @Nullable Run run, long ticks) {
            if (run == null) {
                return Math.max(ticks, forgotten + 1);
            }
            if (ticks > run.last()) {
                return ticks;
            }
            if (ticks >= run.first() || ticks <= recent.forgotten()) {
                return run.last() + 1;
            }
            long free = recent.firstFree(key.table(), key.name(), ticks);
            return free >= run.first() ? run.last() + 1 : free;
        }

        private void remember(Subtable key, Run run, long now) {
            if (young.size() >= capacity || youngBytes >= MAX_BYTES / 4) {
                forget(now);
            }
            if (young.put(key, run) == null) {
                youngBytes += bytes(key);
            }
        }

        /** Returns the approximate heap bytes of the runs. */
        long bytes() {
            return Stream.of(young, old)
                    .flatMap(runs -> runs.keySet().stream())
                    .mapToLong(ArrivalTicks::bytes)
                    .sum();
        }

        private static long bytes(Subtable key) {
            return RUN_BYTES + RecentMap.bytesOf(key.name());
        }

        private void forget(long now) {
            var ahead = new HashMap<Subtable, Run>();
            long aheadBytes = 0;
            for (var entry : old.entrySet()) {
                if (entry.getValue().last() >= now) {
                    ahead.put(entry.getKey(), entry.getValue());
                    aheadBytes += bytes(entry.getKey());
                } else {
                    forgotten = Math.max(forgotten, entry.getValue().last());
                }
            }
            if (aheadBytes > MAX_BYTES / 2) {
                ahead.values().forEach(run -> forgotten = Math.max(forgotten, run.last()));
                ahead.clear();
            }
            ahead.putAll(young);
            old = ahead;
            young = new HashMap<>();
            youngBytes = 0;
        }
    }
}
