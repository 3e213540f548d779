package io.github.hivemqtdengine.jdbc;

import java.util.LinkedHashMap;
import java.util.Map;

/** The subtables that were written to most recently, so they exist. For one thread. */
final class KnownSubtables {

    private final Map<Key, Boolean> known;

    private record Key(String superTable, String subtable) {}

    /** @param capacity how many are remembered, at about 200 bytes each */
    KnownSubtables(int capacity) {
        this.known = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Key, Boolean> eldest) {
                return size() > capacity;
            }
        };
    }

    /** Adds a subtable; false if it was there already. */
    boolean add(String superTable, String subtable) {
        return known.put(new Key(superTable, subtable), Boolean.TRUE) == null;
    }

    void clear() {
        known.clear();
    }
}
