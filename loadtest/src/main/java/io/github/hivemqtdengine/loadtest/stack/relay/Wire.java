// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.relay;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Model of one direction of a link with limited bandwidth. Packets are sent one after another. Flows with pending bytes
 * take turns, one packet each; bulk flows always have pending bytes. Callers pass the current time in, which makes
 * results deterministic. Not thread-safe.
 */
final class Wire {

    /** Payload of a packet: an Ethernet frame's 1,500 bytes without IP and TCP headers. */
    static final int PACKET_BYTES = 1_448;

    /** Overhead of a packet: TCP, IP, Ethernet, and the gap between frames. */
    static final int OVERHEAD_BYTES = 90;

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final double nanosPerByte;
    private final int bulkFlows;
    private final Deque<Flow> turns = new ArrayDeque<>();
    private int realFlows;
    private int packet;
    private long packetEnds;

    /**
     * Creates a wire with bulk flows only.
     *
     * @param bitsPerSecond bandwidth, headers included
     * @param bulkFlows number of permanent flows, from 0
     * @param now current time in nanoseconds
     */
    Wire(long bitsPerSecond, int bulkFlows, long now) {
        this.nanosPerByte = (double) NANOS_PER_SECOND * Byte.SIZE / bitsPerSecond;
        this.bulkFlows = bulkFlows;
        this.packetEnds = now;
        for (int i = 0; i < bulkFlows; i++) {
            turns.add(new Flow(true));
        }
        if (bulkFlows > 0) {
            begin(now);
        }
    }

    /** Returns a new flow without pending bytes. */
    Flow flow() {
        return new Flow(false);
    }

    /** Adds pending bytes to a flow. */
    void offer(Flow flow, int bytes, long now) {
        advance(now);
        boolean waits = flow.waiting > 0;
        flow.waiting += bytes;
        if (waits || bytes == 0) {
            return;
        }
        realFlows++;
        turns.add(flow);
        if (turns.size() == 1) {
            begin(now);
        }
    }

    /** Returns the bytes of a flow carried since the last call. */
    int take(Flow flow, long now) {
        advance(now);
        int bytes = flow.sent;
        flow.sent = 0;
        return bytes;
    }

    /** Removes the pending bytes of a closed flow. */
    void forget(Flow flow) {
        if (flow.waiting > 0) {
            flow.waiting = Math.min(flow.waiting, flow == turns.peek() ? packet : 0);
            if (flow.waiting == 0) {
                turns.remove(flow);
                realFlows--;
            }
        }
    }

    /** Returns when the next packet of a flow other than bulk flows is carried; {@link Long#MAX_VALUE} for none. */
    long next() {
        if (realFlows == 0) {
            return Long.MAX_VALUE;
        }
        double time = packetEnds;
        boolean first = true;
        for (var flow : turns) {
            time += first ? 0 : nanos(flow.nextPacket());
            first = false;
            if (!flow.bulk) {
                break;
            }
        }
        return (long) time;
    }

    private void advance(long now) {
        skipRounds(now);
        while (!turns.isEmpty() && packetEnds <= now) {
            var flow = turns.remove();
            flow.passed(packet);
            if (flow.waiting > 0) {
                turns.add(flow);
            } else {
                realFlows--;
            }
            if (!turns.isEmpty()) {
                begin(packetEnds);
            }
        }
    }

    /** Skips whole turns of bulk flows, which change nothing without other flows. */
    private void skipRounds(long now) {
        if (realFlows == 0 && bulkFlows > 0 && packetEnds < now) {
            long round = bulkFlows * nanos(PACKET_BYTES);
            packetEnds += (now - packetEnds) / round * round;
        }
    }

    private void begin(long start) {
        packet = turns.element().nextPacket();
        packetEnds = start + nanos(packet);
    }

    private long nanos(int bytes) {
        return Math.max(1, Math.round((bytes + OVERHEAD_BYTES) * nanosPerByte));
    }

    /** Bytes of one sender. */
    static final class Flow {

        private final boolean bulk;
        private long waiting;
        private int sent;

        private Flow(boolean bulk) {
            this.bulk = bulk;
            this.waiting = bulk ? Long.MAX_VALUE : 0;
        }

        private int nextPacket() {
            return (int) Math.min(PACKET_BYTES, waiting);
        }

        private void passed(int bytes) {
            if (!bulk) {
                waiting -= bytes;
                sent += bytes;
            }
        }
    }
}
