// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.insert;

import io.github.hivemqtdengine.memory.RecentMap;
import io.github.hivemqtdengine.memory.SubtableKey;

/**
 * Set of the most recently used subtables that exist. An engine adds a subtable once it is stored, or clears the set if
 * storing it fails. For one thread.
 */
final class KnownSubtables {

    /** Default capacity of one lane. */
    static final int CAPACITY = 200_000;

    /** Limit for one lane; clients determine the length of the names. The least are 46,000 short or 33,000 usual names. */
    private static final long MAX_BYTES = 16L << 20;

    private final RecentMap<SubtableKey, Boolean> known;

    /** @param capacity most subtables remembered; fewer if their names fill 16 MiB */
    KnownSubtables(int capacity) {
        this.known = new RecentMap<>(
                Math.max(1, capacity / 2), MAX_BYTES, (key, there) -> RecentMap.bytesOf(key.subtable()));
    }

    /** Marks a subtable as used if it is known; returns whether it is. */
    boolean touch(String superTable, String subtable) {
        var key = new SubtableKey(superTable, subtable);
        boolean isKnown = known.get(key) != null;
        if (isKnown) {
            known.put(key, Boolean.TRUE);
        }
        return isKnown;
    }

    /** Adds a subtable, or marks it as used. Returns {@code false} if it was known. */
    boolean add(String superTable, String subtable) {
        var key = new SubtableKey(superTable, subtable);
        boolean isNew = known.get(key) == null;
        known.put(key, Boolean.TRUE);
        return isNew;
    }

    /** Returns about how many bytes of heap the names take. */
    long bytes() {
        return known.bytes();
    }

    void clear() {
        known.clear();
    }
}
