// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.memory;

import java.util.Arrays;

/**
 * Keys of recently written rows, each with the next tick that may be free. Remembers one to two times its capacity, in
 * 3 MiB for a capacity of 50,000. A full generation replaces the one before it. Each search for a free tick shortens the
 * path that it followed, so that no client can make searches long. Not thread-safe.
 *
 * <p>A subtable is given by its {@link SaltedHash}. Two subtables of one hash (2^-60 for each pair) would share their
 * ticks: a row of one is moved or rejected because of a row of the other, or counts as overwritten although both are
 * stored.
 */
public final class RecentKeys {

    private static final int FIRST_SLOTS = 256;
    private static final int LONGS_PER_SLOT = 3;

    private final SaltedHash hash = new SaltedHash();
    private final int capacity;
    private Generation young = new Generation();
    private Generation old = new Generation();
    private long forgotten = Long.MIN_VALUE;
    private long steps;

    /** @param capacity keys that are remembered at least */
    public RecentKeys(int capacity) {
        this.capacity = capacity;
    }

    /** Returns whether a key is remembered. */
    public boolean contains(long subtable, long ticks) {
        return next(subtable, ticks) != ticks;
    }

    /** Remembers a key; returns {@code false} if it was known already. */
    public boolean add(long subtable, long ticks) {
        return remember(subtable, ticks, ticks + 1);
    }

    /** Removes a key, which uses its slot until its generation is forgotten. */
    public void remove(long subtable, long ticks) {
        replace(subtable, ticks, ticks);
    }

    /** Allocates the first free tick from this one on. */
    public long allocate(long subtable, long ticks) {
        long free = firstFree(subtable, ticks);
        remember(subtable, free, free + 1);
        if (free != ticks) {
            remember(subtable, ticks, free + 1);
        }
        return free;
    }

    /** Returns the first tick from this one on that is not remembered; a later one if one in between was forgotten. */
    public long firstFree(long subtable, long ticks) {
        long free = ticks;
        for (long next = next(subtable, free); next != free; next = next(subtable, free)) {
            free = next;
            steps++;
        }
        for (long passed = ticks; passed != free; ) {
            long next = next(subtable, passed);
            replace(subtable, passed, free);
            passed = next;
        }
        return free;
    }

    /** Returns the latest forgotten tick of any subtable. */
    public long forgotten() {
        return forgotten;
    }

    /** Returns how many known keys searches for free ticks have passed. */
    public long steps() {
        return steps;
    }

    /** Returns the heap bytes of the keys. */
    public long bytes() {
        return (long) Long.BYTES * (young.slots.length + old.slots.length);
    }

    /** Returns the next tick of a key; its own tick if it is not remembered. */
    private long next(long subtable, long ticks) {
        long next = young.next(subtable, ticks);
        return next != ticks ? next : old.next(subtable, ticks);
    }

    private void replace(long subtable, long ticks, long next) {
        young.replace(subtable, ticks, next);
        old.replace(subtable, ticks, next);
    }

    /** Remembers a key with the later of two ticks; returns {@code false} if it was known already. */
    private boolean remember(long subtable, long ticks, long later) {
        long known = next(subtable, ticks);
        if (young.size == capacity && young.next(subtable, ticks) == ticks) {
            var cleared = old;
            forgotten = Math.max(forgotten, cleared.latest);
            cleared.clear();
            old = young;
            young = cleared;
        }
        young.put(subtable, ticks, Math.max(known, later));
        return known == ticks;
    }

    /**
     * Hash table with linear probing, without an object for a key. A slot has three numbers: the hash of the subtable,
     * which is 0 in an empty slot, the ticks, and the next tick, which equals the ticks of a removed key.
     */
    private final class Generation {

        private long[] slots = new long[FIRST_SLOTS * LONGS_PER_SLOT];
        private int size;
        private long latest = Long.MIN_VALUE;

        private long next(long subtable, long ticks) {
            if (ticks > latest) { // usually: saves a cache miss
                return ticks;
            }
            int slot = slot(subtable, ticks);
            return slots[slot] == 0 ? ticks : slots[slot + 2];
        }

        private void replace(long subtable, long ticks, long next) {
            int slot = slot(subtable, ticks);
            if (slots[slot] != 0) {
                slots[slot + 2] = next;
            }
        }

        private void put(long subtable, long ticks, long next) {
            int slot = slot(subtable, ticks);
            if (slots[slot] == 0) {
                size++;
                latest = Math.max(latest, ticks);
            }
            slots[slot] = subtable;
            slots[slot + 1] = ticks;
            slots[slot + 2] = next;
            if (5 * LONGS_PER_SLOT * size > 4 * slots.length) {
                grow();
            }
        }

        private void grow() {
            var before = slots;
            slots = new long[before.length * 2];
            size = 0;
            for (int slot = 0; slot < before.length; slot += LONGS_PER_SLOT) {
                if (before[slot] != 0) {
                    put(before[slot], before[slot + 1], before[slot + 2]);
                }
            }
        }

        private void clear() {
            Arrays.fill(slots, 0);
            size = 0;
            latest = Long.MIN_VALUE;
        }

        /** Returns the slot of a key, or the empty one for it. Clients choose ticks: the hash is a salted one. */
        private int slot(long subtable, long ticks) {
            int last = slots.length / LONGS_PER_SLOT - 1;
            int slot = (int) hash.of(subtable, ticks) & last;
            while (slots[slot * LONGS_PER_SLOT] != 0
                    && (slots[slot * LONGS_PER_SLOT] != subtable || slots[slot * LONGS_PER_SLOT + 1] != ticks)) {
                slot = slot + 1 & last;
            }
            return slot * LONGS_PER_SLOT;
        }
    }
}
