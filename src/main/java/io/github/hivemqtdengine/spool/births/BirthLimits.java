// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.births;

/**
 * Limits of {@link Births}.
 *
 * @param maxBytes maximum size of all certificates, bytes: for each the larger of heap and record in the log
 * @param nodes maximum number of edge nodes; a node that several clients claim counts once per client
 * @param history maximum number of certificates of one node or device, at least 3
 * @param perMinute maximum number of BIRTHs of one node or device that are learned in a minute, and of NDEATHs without
 *     a BIRTH
 */
public record BirthLimits(long maxBytes, int nodes, int history, int perMinute) {

    /** Limits for a small heap. */
    public static final BirthLimits DEFAULT = new BirthLimits(64 * 1_024 * 1_024, 100_000, 8, 60);

    /** Returns the limits for a heap of this size: a sixteenth of it, or the default if that is more. */
    public static BirthLimits ofHeap(long heapBytes) {
        long bytes = Math.max(DEFAULT.maxBytes, heapBytes / 16);
        return new BirthLimits(bytes, DEFAULT.nodes, DEFAULT.history, DEFAULT.perMinute);
    }
}
