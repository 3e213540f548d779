// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.memory;

import io.github.hivemqtdengine.message.RowBytes;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToLongBiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Map of recent entries, bounded in entries and bytes, since names and values come from clients. It has two
 * generations; when the young one is full, the old one is forgotten. Not thread-safe.
 */
public final class RecentMap<K, V> {

    /** Heap bytes of an entry without its strings: map nodes, key, boxes. */
    private static final long ENTRY_BYTES = 112;

    private final int entriesPerGeneration;
    private final long bytesPerGeneration;
    private final ToLongBiFunction<K, V> bytesOfEntry;
    private Map<K, V> young = new HashMap<>();
    private Map<K, V> old = new HashMap<>();
    private long youngBytes;
    private long oldBytes;

    /**
     * Creates an empty map.
     *
     * @param entriesPerGeneration maximum entries of each of the two generations
     * @param maxBytes approximate maximum heap bytes of both generations
     * @param bytesOfEntry heap bytes of an entry's strings and values: see {@link #bytesOf}
     */
    public RecentMap(int entriesPerGeneration, long maxBytes, ToLongBiFunction<K, V> bytesOfEntry) {
        this.entriesPerGeneration = entriesPerGeneration;
        this.bytesPerGeneration = maxBytes / 2;
        this.bytesOfEntry = bytesOfEntry;
    }

    /** Returns the approximate heap bytes of these values, two for each character. */
    public static long bytesOf(@Nullable Object... values) {
        return Arrays.stream(values).mapToLong(RowBytes::ofValue).sum();
    }

    /** Returns the value of a key, {@code null} if it is not remembered. */
    public @Nullable V get(K key) {
        var value = young.get(key);
        return value != null ? value : old.get(key);
    }

    /**
     * Puts a value and marks the key as used. A value that is too large for the map is not remembered.
     *
     * @return the value remembered before, or {@code null}
     */
    public @Nullable V put(K key, V value) {
        long bytes = bytes(key, value);
        if (bytes > bytesPerGeneration) {
            var before = get(key);
            remove(key);
            return before;
        }
        var inYoung = young.put(key, value);
        var before = inYoung != null ? inYoung : old.get(key);
        youngBytes += inYoung == null ? bytes : bytes - bytes(key, inYoung);
        if (youngBytes > bytesPerGeneration || young.size() > entriesPerGeneration) {
            young.remove(key);
            youngBytes -= bytes;
            forgetOld();
            young.put(key, value);
            youngBytes = bytes;
        }
        return before;
    }

    private void forgetOld() {
        old = young;
        oldBytes = youngBytes;
        young = new HashMap<>();
        youngBytes = 0;
    }

    /** Replaces the value of a remembered key by one of the same size, without marking the key as used. */
    public void replace(K key, V value) {
        if (young.replace(key, value) == null) {
            old.replace(key, value);
        }
    }

    /** Removes a key; returns its value, or {@code null}. */
    public @Nullable V remove(K key) {
        var latest = young.remove(key);
        if (latest != null) {
            youngBytes -= bytes(key, latest);
        }
        var earlier = old.remove(key);
        if (earlier != null) {
            oldBytes -= bytes(key, earlier);
        }
        return latest != null ? latest : earlier;
    }

    public void clear() {
        young.clear();
        old.clear();
        youngBytes = 0;
        oldBytes = 0;
    }

    /** Returns the approximate heap bytes of the entries. */
    public long bytes() {
        return youngBytes + oldBytes;
    }

    private long bytes(K key, V value) {
        return ENTRY_BYTES + bytesOfEntry.applyAsLong(key, value);
    }
}
