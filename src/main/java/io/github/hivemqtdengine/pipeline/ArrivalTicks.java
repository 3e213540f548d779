package io.github.hivemqtdengine.pipeline;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The ticks that each subtable was given for times of arrival. These grow, so what has to be known is mostly the run of
 * ticks without a gap that a subtable was given last: one with more than a thousand rows a second runs ahead of the
 * clock in a database of milliseconds. Lanes are not in step, so what comes late finds out from the recent keys whether
 * its tick is free. Not safe for many threads.
 */
final class ArrivalTicks {

    /**
     * Two generations take a quarter each, with room for 50,000 subtables whose names have 40 characters, and those ahead
     * of the clock half of it.
     */
    static final long MOST_BYTES = 64L << 20;

    /** What a run takes besides the subtable's name. */
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
     * @param capacity of how many subtables and keys it remembers the latest, and those ahead of the clock; fewer where
     *     long names fill its bytes
     * @param given the latest tick that may have been given by an earlier process, to whatever subtable
     */
    ArrivalTicks(int capacity, long given) {
        this.capacity = capacity;
        this.given = given;
        this.recent = new RecentKeys(capacity);
    }

    /**
     * The first tick from this one on that the subtable was not given yet; a later one where that is not known any
     * more.
     */
    long take(String table, String subtable, long ticks) {
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

    /** The first tick from this one on that the subtable is not known to have been given. */
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
        if (young.size() >= capacity || youngBytes >= MOST_BYTES / 4) {
            forget(now);
        }
        if (young.put(key, run) == null) {
            youngBytes += bytes(key);
        }
    }

    /** About how many bytes of heap the runs take. */
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
        if (aheadBytes > MOST_BYTES / 2) {
            ahead.values().forEach(run -> forgotten = Math.max(forgotten, run.last()));
            ahead.clear();
        }
        ahead.putAll(young);
        old = ahead;
        young = new HashMap<>();
        youngBytes = 0;
    }
}
