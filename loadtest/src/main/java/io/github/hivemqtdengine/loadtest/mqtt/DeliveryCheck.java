package io.github.hivemqtdengine.loadtest.mqtt;

import java.util.BitSet;

/**
 * Messages received through one subscription, shared or not. Messages without numbers are only counted. Thread-safe.
 */
final class DeliveryCheck {

    private final BitSet[] seen;
    private long different;
    private long again;
    private long counted;
    private long foreign;

    /** @param publishers number of publishers */
    DeliveryCheck(int publishers) {
        seen = new BitSet[publishers];
        for (int i = 0; i < publishers; i++) {
            seen[i] = new BitSet();
        }
    }

    /** Records a message; returns false for an unknown publisher. */
    synchronized boolean came(int publisher, int message) {
        if (publisher >= seen.length) {
            foreign++;
            return false;
        }
        if (seen[publisher].get(message)) {
            again++;
        } else {
            seen[publisher].set(message);
            different++;
        }
        return true;
    }

    /** Records a message without numbers. */
    synchronized void came() {
        counted++;
    }

    synchronized boolean hasSeen(int publisher, int message) {
        return seen[publisher].get(message);
    }

    /** Returns the number of messages without duplicates, as far as they are numbered. */
    synchronized long different() {
        return different + counted;
    }

    /** Returns the number of duplicate deliveries. */
    synchronized long again() {
        return again;
    }

    synchronized long received() {
        return different + again + counted;
    }

    /** Returns the number of messages from publishers outside this load. */
    synchronized long foreign() {
        return foreign;
    }
}
