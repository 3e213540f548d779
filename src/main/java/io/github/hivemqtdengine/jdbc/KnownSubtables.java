package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.pipeline.RecentMap;

/** The subtables that were written to most recently, so they exist. For one thread. */
final class KnownSubtables {

    /** How many a lane remembers. */
    static final int CAPACITY = 50_000;

    /** There is one for each lane, and names are as long as clients make them. */
    private static final long MOST_BYTES = 4L << 20;

    private final RecentMap<Key, Boolean> known;

    private record Key(String superTable, String subtable) {}

    /** @param capacity how many are remembered, fewer where their names fill 4 MiB */
    KnownSubtables(int capacity) {
        this.known = new RecentMap<>(
                Math.max(1, capacity / 2), MOST_BYTES, (key, there) -> RecentMap.bytesOf(key.subtable()));
    }

    /** Adds a subtable; false if it was there already. */
    boolean add(String superTable, String subtable) {
        var key = new Key(superTable, subtable);
        boolean isNew = known.get(key) == null;
        known.put(key, Boolean.TRUE);
        return isNew;
    }

    /** About how many bytes of heap the names take. */
    long bytes() {
        return known.bytes();
    }

    void clear() {
        known.clear();
    }
}
