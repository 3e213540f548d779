// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.memory.RecentMap;
import java.util.ArrayList;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Keys of recently written rows, each with the next tick that may be free. Remembers one to two times its capacity,
 * fewer if long names use up its bytes. A full generation replaces the one before it. Each search for a free tick
 * shortens the path that it followed, so that no client can make searches long. Not thread-safe.
 */
final class RecentKeys {

    /** Heap limit: room for twice 50,000 keys of subtables with names of 40 characters. */
    static final long MAX_BYTES = 32L << 20;

    private final RecentMap<Key, Long> next;
    private long forgotten = Long.MIN_VALUE;
    private long steps;

    /** Comparable, so that a map stays fast if a client chooses keys of one hash code. */
    private record Key(String table, String subtable, long ticks) implements Comparable<Key> {

        private static final Comparator<Key> ORDER = Comparator.comparingLong(Key::ticks)
                .thenComparing(Key::subtable)
                .thenComparing(Key::table);

        @Override
        public int compareTo(Key other) {
            return ORDER.compare(this, other);
        }
    }

    RecentKeys(int capacity) {
        this(capacity, MAX_BYTES);
    }

    RecentKeys(int capacity, long maxBytes) {
        this.next =
                new RecentMap<>(capacity, maxBytes, (key, ticks) -> RecentMap.bytesOf(key.subtable()), this::forgot);
    }

    private void forgot(Key key) {
        forgotten = Math.max(forgotten, key.ticks());
    }

    /** Returns whether a key is remembered. */
    boolean contains(String table, String subtable, long ticks) {
        return next.get(new Key(table, subtable, ticks)) != null;
    }

    /** Remembers a key; returns {@code false} if it was known already. */
    boolean add(String table, String subtable, long ticks) {
        return remember(new Key(table, subtable, ticks), ticks + 1) == null;
    }

    void remove(String table, String subtable, long ticks) {
        next.remove(new Key(table, subtable, ticks));
    }

    /** Allocates the first free tick from this one on. */
    long allocate(String table, String subtable, long ticks) {
        long free = firstFree(table, subtable, ticks);
        remember(new Key(table, subtable, free), free + 1);
        if (free != ticks) {
            remember(new Key(table, subtable, ticks), free + 1);
        }
        return free;
    }

    /** Returns the first tick from this one on that is not remembered; a later one if one in between was forgotten. */
    long firstFree(String table, String subtable, long ticks) {
        var way = new ArrayList<Key>();
        long free = ticks;
        for (var key = new Key(table, subtable, free); ; key = new Key(table, subtable, free)) {
            steps++;
            var later = next.get(key);
            if (later == null) {
                break;
            }
            way.add(key);
            free = later;
        }
        for (int i = 0; i < way.size() - 1; i++) { // the last one needs one step already
            next.replace(way.get(i), free);
        }
        return free;
    }

    /** Returns the latest forgotten tick of any subtable. */
    long forgotten() {
        return forgotten;
    }

    /** Returns how many keys were looked up in searches for free ticks. */
    long steps() {
        return steps;
    }

    /** Returns the approximate heap bytes of the keys. */
    long bytes() {
        return next.bytes();
    }

    /** Remembers a key with the later of two ticks; returns the tick that was known, or {@code null}. */
    private @Nullable Long remember(Key key, long later) {
        var known = next.put(key, later);
        if (known != null && known > later) {
            next.replace(key, known);
        }
        return known;
    }
}
