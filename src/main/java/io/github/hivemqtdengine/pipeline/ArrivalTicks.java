package io.github.hivemqtdengine.pipeline;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The ticks that each subtable was given for times of arrival. These grow, so what has to be known is mostly the run of
 * ticks without a gap that a subtable was given last: one with more than a thousand rows a second runs ahead of the
 * clock in a database of milliseconds. Lanes are not in step, so what comes late finds out from the recent keys whether
 * its tick is free. Not safe for many threads.
 */
final class ArrivalTicks {

    private final int capacity;
    private final long given;
    private final RecentKeys recent;
    private Map<Subtable, Run> young = new HashMap<>();
    private Map<Subtable, Run> old = new HashMap<>();
    private long forgotten = Long.MIN_VALUE;

    private record Subtable(String table, String name) {}

    private record Run(long first, long last) {}

    /**
     * @param capacity of how many subtables and keys it remembers the latest, at least, and those ahead of the clock
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
        if (young.size() >= capacity) {
            forget(now);
        }
        young.put(key, run);
    }

    private void forget(long now) {
        var ahead = new HashMap<Subtable, Run>();
        for (var entry : old.entrySet()) {
            if (entry.getValue().last() >= now) {
                ahead.put(entry.getKey(), entry.getValue());
            } else {
                forgotten = Math.max(forgotten, entry.getValue().last());
            }
        }
        ahead.putAll(young);
        old = ahead;
        young = new HashMap<>();
    }
}
