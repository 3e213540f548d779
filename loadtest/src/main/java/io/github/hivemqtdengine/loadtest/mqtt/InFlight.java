// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Unacknowledged messages, numbered from 0 in send order. Acknowledgements in send order are the fastest case. Not
 * thread-safe.
 */
final class InFlight<M> {

    private @Nullable Object[] ring = new Object[64];
    private int oldest;
    private int next;
    private int size;

    void add(M message) {
        if (next - oldest == ring.length) {
            grow();
        }
        ring[slot(next)] = message;
        next++;
        size++;
    }

    /** Removes the oldest message that equals {@code message}; returns its number, or -1. */
    int remove(M message) {
        for (int number = oldest; number < next; number++) {
            if (message.equals(ring[slot(number)])) {
                ring[slot(number)] = null;
                size--;
                while (oldest < next && ring[slot(oldest)] == null) {
                    oldest++;
                }
                return number;
            }
        }
        return -1;
    }

    int size() {
        return size;
    }

    private int slot(int number) {
        return number & ring.length - 1;
    }

    private void grow() {
        var before = ring;
        ring = new Object[before.length * 2];
        for (int number = oldest; number < next; number++) {
            ring[slot(number)] = before[number & before.length - 1];
        }
        Arrays.fill(before, null);
    }
}
