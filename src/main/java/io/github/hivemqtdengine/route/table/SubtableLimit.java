// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.OnError;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Limit for the subtables of a table, of those that rows have named since the start: every topic, or name in a payload,
 * may be another one. It remembers a salted hash of each name, in at most 48 bytes. Thread-safe; a known name needs no
 * lock.
 */
final class SubtableLimit {

    private static final int SMALLEST = 1_024;
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    private final int limit;
    private final OnError onError;
    /** Keeps clients from choosing names of equal hashes. */
    private final long salt = new SecureRandom().nextLong();

    /** Hashes of the names, each in the first free slot from its own on; 0 is free. At most half of it is in use. */
    private volatile AtomicLongArray known = new AtomicLongArray(SMALLEST);

    private int count;

    /** @param onError the action for rows of one more subtable */
    SubtableLimit(int limit, OnError onError) {
        this.limit = limit;
        this.onError = onError;
    }

    /** @throws MappingException if the name is new, and one too many */
    void require(String name) throws MappingException {
        long hash = hash(name);
        if (!contains(known, hash) && !add(hash)) {
            throw new MappingException(
                    DeadLetterReason.NAME,
                    "The subtable " + name + " would be one more than max-sub-tables=\"" + limit + "\" allows",
                    onError);
        }
    }

    private synchronized boolean add(long hash) {
        if (contains(known, hash)) {
            return true;
        }
        if (count == limit) {
            return false;
        }
        if (2 * ++count > known.length()) {
            grow();
        }
        put(known, hash);
        return true;
    }

    private void grow() {
        var larger = new AtomicLongArray(2 * known.length());
        for (int i = 0; i < known.length(); i++) {
            if (known.get(i) != 0) {
                put(larger, known.get(i));
            }
        }
        known = larger;
    }

    private static void put(AtomicLongArray table, long hash) {
        int slot = slot(table, hash);
        while (table.get(slot) != 0) {
            slot = next(table, slot);
        }
        table.set(slot, hash);
    }

    private static boolean contains(AtomicLongArray table, long hash) {
        int slot = slot(table, hash);
        while (table.get(slot) != 0) {
            if (table.get(slot) == hash) {
                return true;
            }
            slot = next(table, slot);
        }
        return false;
    }

    private static int slot(AtomicLongArray table, long hash) {
        return (int) (hash >>> Integer.SIZE) & (table.length() - 1);
    }

    private static int next(AtomicLongArray table, int slot) {
        return (slot + 1) & (table.length() - 1);
    }

    /** Returns 64 bits of the name, never 0. */
    private long hash(String name) {
        long hash = salt;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * MULTIPLIER;
            hash ^= hash >>> Integer.SIZE;
        }
        return hash == 0 ? 1 : hash;
    }
}
