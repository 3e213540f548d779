// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.insert;

import io.github.hivemqtdengine.memory.RecentKeys;
import io.github.hivemqtdengine.memory.SaltedHash;

/**
 * Set of the most recently used subtables that exist, by salted hashes of their names: up to 6 MiB. An engine adds a
 * subtable once it is stored, or clears the set if storing it fails. For one thread.
 */
final class KnownSubtables {

    /** Default capacity of one lane. */
    static final int CAPACITY = 200_000;

    /** The keys have no times. */
    private static final long NO_TICKS = 0;

    private final SaltedHash hash = new SaltedHash();
    private final int capacity;
    private RecentKeys known;

    /** @param capacity most subtables remembered, and twice the least */
    KnownSubtables(int capacity) {
        this.capacity = capacity;
        this.known = empty();
    }

    private RecentKeys empty() {
        return new RecentKeys(Math.max(1, capacity / 2));
    }

    /** Marks a subtable as used if it is known; returns whether it is. */
    boolean touch(String superTable, String subtable) {
        long key = hash.of(superTable, subtable);
        return known.contains(key, NO_TICKS) && !known.add(key, NO_TICKS);
    }

    /** Adds a subtable, or marks it as used. Returns {@code false} if it was known. */
    boolean add(String superTable, String subtable) {
        return known.add(hash.of(superTable, subtable), NO_TICKS);
    }

    /** Returns the heap bytes of the hashes. */
    long bytes() {
        return known.bytes();
    }

    void clear() {
        known = empty();
    }
}
