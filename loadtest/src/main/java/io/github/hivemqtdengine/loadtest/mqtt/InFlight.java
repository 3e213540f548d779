package io.github.hivemqtdengine.loadtest.mqtt;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Messages that were sent and not acknowledged, numbered from 0 as they are added. Acknowledgements mostly come in the
 * order of sending, which costs least. For one thread.
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

    /** Takes out the oldest one that equals a message; returns its number, -1 if there is none. */
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
