package io.github.hivemqtdengine.loadtest.stack;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One direction of a link with a bandwidth. Its packets are sent one after another; flows that have something to send take
 * turns, a packet each, and bulk flows always have something. It knows no clock: whoever asks says what time it is, so that
 * what it answers follows from what it was told. Not safe for several threads.
 */
final class Wire {

    /** What a packet carries: an Ethernet frame's 1,500 bytes without IP and TCP headers. */
    static final int PACKET_BYTES = 1_448;

    /** What a packet costs beyond what it carries: TCP, IP, Ethernet, and the gap between frames. */
    static final int OVERHEAD_BYTES = 90;

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /** A wire that was idle may send so much at once, so that a sender that wakes late loses nothing. */
    private static final long CREDIT_NANOS = 1_000_000;

    private final double nanosPerByte;
    private final int bulkFlows;
    private final Deque<Flow> turns = new ArrayDeque<>();
    private int realFlows;
    private int packet;
    private long packetEnds;

    /**
     * A wire that nobody uses but bulk flows.
     *
     * @param bitsPerSecond what it carries, headers included
     * @param bulkFlows how many flows fill it all the time, from 0
     * @param now the time, nanoseconds
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

    /** A new flow, with nothing to send. */
    Flow flow() {
        return new Flow(false);
    }

    /** Lets a flow send so many bytes more. */
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
            begin(Math.max(packetEnds, now - CREDIT_NANOS));
        }
    }

    /** How many bytes of a flow have come through since it was last asked. */
    int take(Flow flow, long now) {
        advance(now);
        int bytes = flow.sent;
        flow.sent = 0;
        return bytes;
    }

    /** A flow that is no more sends nothing. */
    void forget(Flow flow) {
        if (flow.waiting > 0) {
            flow.waiting = Math.min(flow.waiting, flow == turns.peek() ? packet : 0);
            if (flow.waiting == 0) {
                turns.remove(flow);
                realFlows--;
            }
        }
    }

    /** When the next packet of a flow that is no bulk flow has come through; nothing to wait for is far away. */
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

    /** While bulk flows are alone, nothing changes from round to round. */
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

    /** What one sender sends. */
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
