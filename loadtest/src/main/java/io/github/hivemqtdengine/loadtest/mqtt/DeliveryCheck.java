package io.github.hivemqtdengine.loadtest.mqtt;

import java.util.BitSet;

/**
 * Which messages came to a subscriber, or to a group that shares a subscription. A message without numbers can only be
 * counted. Many threads may use it.
 */
final class DeliveryCheck {

    private final BitSet[] seen;
    private long different;
    private long again;
    private long counted;
    private long foreign;

    /** Knows messages of so many publishers. */
    DeliveryCheck(int publishers) {
        seen = new BitSet[publishers];
        for (int i = 0; i < publishers; i++) {
            seen[i] = new BitSet();
        }
    }

    /** Notes a message; false for a publisher that there is not. */
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

    /** Notes a message without numbers. */
    synchronized void came() {
        counted++;
    }

    synchronized boolean hasSeen(int publisher, int message) {
        return seen[publisher].get(message);
    }

    /** How many messages came, each counted once where that can be told. */
    synchronized long different() {
        return different + counted;
    }

    /** How many deliveries were of a message that had come before. */
    synchronized long again() {
        return again;
    }

    synchronized long received() {
        return different + again + counted;
    }

    /** How many messages were of publishers that this load does not have. */
    synchronized long foreign() {
        return foreign;
    }
}
