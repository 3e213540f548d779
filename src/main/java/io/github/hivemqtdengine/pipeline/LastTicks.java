package io.github.hivemqtdengine.pipeline;

import java.util.HashMap;
import java.util.Map;

/**
 * The last tick that each subtable was given, for times that only grow. A busy subtable may run ahead of the clock, as one
 * with more than a thousand rows a second does in a database of milliseconds; that is never forgotten. Of the others,
 * those are that wrote nothing while one to two times the capacity of other subtables did. Not safe for many threads.
 */
final class LastTicks {

    private final int capacity;
    private Map<Key, Long> young = new HashMap<>();
    private Map<Key, Long> old = new HashMap<>();

    private record Key(String table, String subtable) {}

    LastTicks(int capacity) {
        this.capacity = capacity;
    }

    /** The first tick from this one on that is behind all that the subtable was given, and is now its last one. */
    long take(String table, String subtable, long ticks) {
        var key = new Key(table, subtable);
        var last = young.getOrDefault(key, old.get(key));
        long free = last == null ? ticks : Math.max(ticks, last + 1);
        if (young.size() >= capacity) {
            forget(ticks);
        }
        young.put(key, free);
        return free;
    }

    private void forget(long now) {
        var ahead = new HashMap<>(old);
        ahead.values().removeIf(last -> last < now);
        ahead.putAll(young);
        old = ahead;
        young = new HashMap<>();
    }
}
