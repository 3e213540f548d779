package io.github.hivemqtdengine.pipeline;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The keys of the rows that were written lately, and for each the next tick that may be free. It remembers between one
 * and two times its capacity: when a generation is full the one before it is forgotten. Not safe for many threads.
 */
final class RecentKeys {

    private final int capacity;
    private Map<Key, Long> young = new HashMap<>();
    private Map<Key, Long> old = new HashMap<>();
    private long forgotten = Long.MIN_VALUE;

    private record Key(String table, String subtable, long ticks) {}

    RecentKeys(int capacity) {
        this.capacity = capacity;
    }

    /** Whether a key is remembered. */
    boolean contains(String table, String subtable, long ticks) {
        return next(new Key(table, subtable, ticks)) != null;
    }

    /** Remembers a key; {@code false} if it was known already. */
    boolean add(String table, String subtable, long ticks) {
        var key = new Key(table, subtable, ticks);
        boolean known = next(key) != null;
        remember(key, ticks + 1);
        return !known;
    }

    /** Forgets a key. */
    void remove(String table, String subtable, long ticks) {
        var key = new Key(table, subtable, ticks);
        young.remove(key);
        old.remove(key);
    }

    /** The first free tick from this one on, which is then taken. */
    long take(String table, String subtable, long ticks) {
        long free = firstFree(table, subtable, ticks);
        remember(new Key(table, subtable, free), free + 1);
        if (free != ticks) {
            remember(new Key(table, subtable, ticks), free + 1);
        }
        return free;
    }

    /** The first tick from this one on that is not remembered. */
    long firstFree(String table, String subtable, long ticks) {
        long free = ticks;
        for (var next = next(new Key(table, subtable, free)); next != null; ) {
            free = next;
            next = next(new Key(table, subtable, free));
        }
        return free;
    }

    /** The latest tick, of whatever subtable, that is not remembered any more. */
    long forgotten() {
        return forgotten;
    }

    private @Nullable Long next(Key key) {
        var next = young.get(key);
        return next != null ? next : old.get(key);
    }

    private void remember(Key key, long next) {
        if (young.size() >= capacity) {
            old.keySet().forEach(forgettable -> forgotten = Math.max(forgotten, forgettable.ticks()));
            old = young;
            young = new HashMap<>();
        }
        young.merge(key, next, Math::max);
    }
}
