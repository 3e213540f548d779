package io.github.hivemqtdengine.pipeline;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToLongBiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Map of what was put last, bounded in bytes: its names and values come from clients. It has two generations; when the
 * young one is full the old one is forgotten. Not safe for many threads.
 */
public final class RecentMap<K, V> {

    /** What an entry takes besides its strings: nodes of the map, the key, boxes. */
    private static final long ENTRY_BYTES = 112;
    /** What a string takes besides its characters. */
    private static final long STRING_BYTES = 56;

    private static final long OTHER_BYTES = 24;

    private final int entriesPerGeneration;
    private final long bytesPerGeneration;
    private final ToLongBiFunction<K, V> bytesOfEntry;
    private final Consumer<K> forgotten;
    private Map<K, V> young = new HashMap<>();
    private Map<K, V> old = new HashMap<>();
    private long youngBytes;
    private long oldBytes;

    /**
     * Creates an empty map.
     *
     * @param entriesPerGeneration most entries of each of the two generations
     * @param mostBytes most bytes of heap that both take, about
     * @param bytesOfEntry what the strings and values of an entry take: see {@link #bytesOf}
     */
    public RecentMap(int entriesPerGeneration, long mostBytes, ToLongBiFunction<K, V> bytesOfEntry) {
        this(entriesPerGeneration, mostBytes, bytesOfEntry, key -> {});
    }

    /** @param forgotten is told the keys that are forgotten for want of room, perhaps put once more since */
    RecentMap(int entriesPerGeneration, long mostBytes, ToLongBiFunction<K, V> bytesOfEntry, Consumer<K> forgotten) {
        this.entriesPerGeneration = entriesPerGeneration;
        this.bytesPerGeneration = mostBytes / 2;
        this.bytesOfEntry = bytesOfEntry;
        this.forgotten = forgotten;
    }

    /** Returns about how many bytes of heap these values take, two for each character. */
    public static long bytesOf(@Nullable Object... values) {
        long bytes = 0;
        for (var value : values) {
            if (value instanceof String text) {
                bytes += STRING_BYTES + 2L * text.length();
            } else if (value instanceof byte[] array) {
                bytes += OTHER_BYTES + array.length;
            } else {
                bytes += OTHER_BYTES;
            }
        }
        return bytes;
    }

    /** Returns the value of a key, {@code null} if it is not remembered. */
    public @Nullable V get(K key) {
        var value = young.get(key);
        return value != null ? value : old.get(key);
    }

    /** Remembers a value, and with it that the key was used. A value that is too large for the map is not remembered. */
    public void put(K key, V value) {
        long bytes = bytes(key, value);
        if (bytes > bytesPerGeneration) {
            remove(key);
            forgotten.accept(key);
            return;
        }
        var before = young.get(key);
        long more = before == null ? bytes : bytes - bytes(key, before);
        if (youngBytes + more > bytesPerGeneration || (before == null && young.size() >= entriesPerGeneration)) {
            forgetOld();
            more = bytes;
        }
        young.put(key, value);
        youngBytes += more;
    }

    private void forgetOld() {
        old.keySet().forEach(forgotten);
        old = young;
        oldBytes = youngBytes;
        young = new HashMap<>();
        youngBytes = 0;
    }

    /** Replaces the value of a key that is remembered by one that takes as many bytes, without counting it as used. */
    void replace(K key, V value) {
        if (young.replace(key, value) == null) {
            old.replace(key, value);
        }
    }

    /** Forgets a key. */
    public void remove(K key) {
        var removed = young.remove(key);
        if (removed != null) {
            youngBytes -= bytes(key, removed);
        }
        removed = old.remove(key);
        if (removed != null) {
            oldBytes -= bytes(key, removed);
        }
    }

    /** Forgets everything. */
    public void clear() {
        young.clear();
        old.clear();
        youngBytes = 0;
        oldBytes = 0;
    }

    /** About how many bytes of heap the entries take. */
    public long bytes() {
        return youngBytes + oldBytes;
    }

    private long bytes(K key, V value) {
        return ENTRY_BYTES + bytesOfEntry.applyAsLong(key, value);
    }
}
