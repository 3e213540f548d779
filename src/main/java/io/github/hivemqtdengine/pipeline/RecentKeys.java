package io.github.hivemqtdengine.pipeline;

import java.util.ArrayList;

/**
 * The keys of the rows that were written lately, and for each the next tick that may be free. It remembers between one
 * and two times its capacity, fewer where long names fill its bytes: when a generation is full the one before it is
 * forgotten. Whoever looks for a free tick shortens the whole way to it, so that no client can make the ways long. Not
 * safe for many threads.
 */
final class RecentKeys {

    /** Room for twice 50,000 keys of subtables whose names have 40 characters. */
    static final long MOST_BYTES = 32L << 20;

    private final RecentMap<Key, Long> next;
    private long forgotten = Long.MIN_VALUE;
    private long steps;

    private record Key(String table, String subtable, long ticks) {}

    RecentKeys(int capacity) {
        this(capacity, MOST_BYTES);
    }

    RecentKeys(int capacity, long mostBytes) {
        this.next =
                new RecentMap<>(capacity, mostBytes, (key, ticks) -> RecentMap.bytesOf(key.subtable()), this::forgot);
    }

    private void forgot(Key key) {
        forgotten = Math.max(forgotten, key.ticks());
    }

    /** Whether a key is remembered. */
    boolean contains(String table, String subtable, long ticks) {
        return next.get(new Key(table, subtable, ticks)) != null;
    }

    /** Remembers a key; {@code false} if it was known already. */
    boolean add(String table, String subtable, long ticks) {
        var key = new Key(table, subtable, ticks);
        boolean known = next.get(key) != null;
        remember(key, ticks + 1);
        return !known;
    }

    /** Forgets a key. */
    void remove(String table, String subtable, long ticks) {
        next.remove(new Key(table, subtable, ticks));
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

    /** The first tick from this one on that is not remembered; a later one where one in between was forgotten. */
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
        for (int i = 0; i < way.size() - 1; i++) { // the last one is there in one step already
            next.replace(way.get(i), free);
        }
        return free;
    }

    /** The latest tick, of whatever subtable, that is not remembered any more. */
    long forgotten() {
        return forgotten;
    }

    /** How many keys were looked up to find free ticks. */
    long steps() {
        return steps;
    }

    /** About how many bytes of heap the keys take. */
    long bytes() {
        return next.bytes();
    }

    private void remember(Key key, long later) {
        var known = next.get(key);
        next.put(key, known == null ? later : Math.max(known, later));
    }
}
