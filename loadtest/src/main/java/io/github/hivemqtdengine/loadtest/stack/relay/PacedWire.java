// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.relay;

import io.netty.channel.EventLoop;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Releases the bytes of pipes when a {@link Wire} has carried them. Confined to one event loop. */
final class PacedWire {

    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Longest wait on the loop's own thread: an event loop schedules in milliseconds only. */
    private static final long SHORT_WAIT_NANOS = 100_000;

    private final Wire wire;
    private final EventLoop loop;
    private final Map<Pipe, Wire.Flow> flows = new LinkedHashMap<>();
    private boolean isScheduled;

    PacedWire(Wire wire, EventLoop loop) {
        this.wire = wire;
        this.loop = loop;
    }

    /** Queues bytes of a pipe. */
    void send(Pipe pipe, int bytes) {
        wire.offer(flows.computeIfAbsent(pipe, its -> wire.flow()), bytes, System.nanoTime());
        schedule();
    }

    /** Removes a closed pipe. */
    void forget(Pipe pipe) {
        var flow = flows.remove(pipe);
        if (flow != null) {
            wire.forget(flow);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // ends with the loop
    private void schedule() {
        if (!isScheduled && !flows.isEmpty()) {
            isScheduled = true;
            long wait = wire.next() - System.nanoTime();
            loop.schedule(this::carry, Math.max(0, wait - NANOS_PER_MILLI), TimeUnit.NANOSECONDS);
        }
    }

    private void carry() {
        isScheduled = false;
        LockSupport.parkNanos(Math.min(SHORT_WAIT_NANOS, wire.next() - System.nanoTime()));
        long now = System.nanoTime();
        flows.forEach((pipe, flow) -> pipe.carried(wire.take(flow, now)));
        flows.keySet().removeIf(pipe -> !pipe.waitsForWire());
        schedule();
    }
}
