package io.github.hivemqtdengine.route.table;

import org.jspecify.annotations.Nullable;

/**
 * Bounded cache of the names made for topics or field pointers. Lock-free: entries are immutable, and a lost entry is
 * made again.
 */
final class NameCache {

    private static final int SMALLEST = 16;
    private static final int LARGEST = 8_192;
    private static final int LONGEST_TOPIC = 256;

    private volatile @Nullable Entry[] entries = new Entry[SMALLEST];
    private int overwritten;

    private record Entry(String topic, String name) {}

    /** Returns the name for a topic or pointer, or {@code null} if it is not cached. */
    @Nullable
    String get(String topic) {
        var table = entries;
        var entry = table[slot(topic, table)];
        return entry != null && entry.topic.equals(topic) ? entry.name : null;
    }

    /** Caches a name; returns {@code false} if the topic or pointer is too long for the cache. */
    boolean put(String topic, String name) {
        if (topic.length() > LONGEST_TOPIC) {
            return false;
        }
        var table = entries;
        int slot = slot(topic, table);
        if (table[slot] != null && ++overwritten > table.length && table.length < LARGEST) {
            overwritten = 0;
            entries = new Entry[table.length * 2];
        } else {
            table[slot] = new Entry(topic, name);
        }
        return true;
    }

    private static int slot(String topic, @Nullable Entry[] table) {
        int hash = topic.hashCode();
        return (hash ^ (hash >>> 16)) & (table.length - 1);
    }
}
