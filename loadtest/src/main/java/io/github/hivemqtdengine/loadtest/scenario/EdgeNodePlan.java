// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

/**
 * Sparkplug edge nodes, one for each publisher. An NBIRTH has all metrics, an NDATA those that have changed.
 *
 * @param changed metrics in an NDATA, at most {@code metrics}
 * @param rebirthAfter messages from one NBIRTH to the next, between which all nodes lose their connection; 0 for one
 *     NBIRTH only
 */
public record EdgeNodePlan(int metrics, int changed, int rebirthAfter) {

    /** Sessions of a node with different bdSeq numbers. */
    public static final int MOST_SESSIONS = 256;

    /** Rows of a session in the state table: the node is online, and offline. */
    private static final int STATES = 2;

    /** Returns whether a message is an NBIRTH, numbered from 0. */
    public boolean isBirth(int message) {
        return message == firstMessage(session(message));
    }

    /** Returns the session in which a message is sent, from 0. It is its bdSeq. */
    public int session(int message) {
        return rebirthAfter == 0 ? 0 : message / rebirthAfter;
    }

    /** Returns the first message of a session, which is its NBIRTH. */
    public int firstMessage(int session) {
        return session * rebirthAfter;
    }

    /** Returns the number of metrics in a message. */
    public int size(int message) {
        return isBirth(message) ? metrics : changed;
    }

    /** Returns the number of a metric, which is its alias: the changed ones take turns. */
    public int metric(int message, int index) {
        return isBirth(message) ? index : (int) (((long) message * changed + index) % metrics);
    }

    /** Returns whether a message has a metric. */
    public boolean has(int message, int metric) {
        return isBirth(message) || Math.floorMod(metric - (long) message * changed, metrics) < changed;
    }

    /** Returns the most rows of a message: one for each metric, and those of the node's state. */
    public int mostRows() {
        return metrics + STATES;
    }
}
