// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Bounded cache of values made from topics or field pointers: up to 8,192 entries of up to 1 KiB. Lock-free: entries
 * are immutable, and the value of a lost entry is made again.
 */
final class LossyCache<K, V> {

    private static final int SMALLEST = 16;
    private static final int LARGEST = 8_192;
    private static final int MAX_ENTRY_BYTES = 1_024;
    private static final int SPREAD = 0x9E3779B9;

    /** Size of an entry without its key and its value, and of an empty string. */
    private static final int OBJECT_BYTES = 40;

    private volatile AtomicReferenceArray<@Nullable Entry<K, V>> entries = new AtomicReferenceArray<>(SMALLEST);
    private int overwritten;

    private record Entry<K, V>(K key, V value) {}

    /** Returns the value for a key, or {@code null} if it is not cached. */
    @Nullable
    V get(K key) {
        var table = entries;
        int slot = slot(key, table);
        var value = valueIn(table.get(slot), key);
        if (value == null) {
            value = valueIn(table.get(neighbour(slot)), key);
        }
        return value;
    }

    private static <K, V> @Nullable V valueIn(@Nullable Entry<K, V> entry, K key) {
        return entry != null && entry.key.equals(key) ? entry.value : null;
    }

    /**
     * Caches a value, unless the entry would be too large.
     *
     * @param bytes size of key and value in memory
     */
    void put(K key, V value, int bytes) {
        if (OBJECT_BYTES + bytes > MAX_ENTRY_BYTES) {
            return;
        }
        var table = entries;
        int slot = slot(key, table);
        if (table.get(slot) != null && table.get(neighbour(slot)) == null) {
            slot = neighbour(slot);
        }
        if (table.get(slot) != null && ++overwritten > table.length() && table.length() < LARGEST) {
            overwritten = 0;
            entries = new AtomicReferenceArray<>(table.length() * 2);
        } else {
            table.set(slot, new Entry<>(key, value));
        }
    }

    /** Returns the size of a string in memory, or more. */
    static int bytes(String text) {
        boolean isAscii = text.chars().allMatch(c -> c < 0x80);
        return OBJECT_BYTES + text.length() * (isAscii ? 1 : Character.BYTES);
    }

    /** Returns the second slot of a key, without which one key in nine of a thousand would displace another. */
    private static int neighbour(int slot) {
        return slot ^ 1;
    }

    /** Returns the first slot of a key. Hash codes are spread: those of topics that end in the client id have equal last bits. */
    private static int slot(Object key, AtomicReferenceArray<?> table) {
        return (key.hashCode() * SPREAD) >>> Integer.numberOfLeadingZeros(table.length() - 1);
    }
}
