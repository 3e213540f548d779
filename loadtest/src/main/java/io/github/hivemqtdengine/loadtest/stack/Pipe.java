package io.github.hivemqtdengine.loadtest.stack;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * One direction of a relayed connection: bytes are read, go over a wire where there is one, wait for the relay's delay, and
 * are written, in their order. One thread only.
 */
final class Pipe {

    /** What may wait where nothing is delayed: enough for a system call. */
    private static final int FEW_BYTES = 256 * 1024;

    /** What may wait where it is delayed: 64 MiB are 6 Gbit/s at 80 ms. */
    private static final int MANY_BYTES = 64 * 1024 * 1024;

    private final SocketChannel from;
    private final SocketChannel to;
    private final Optional<Wire> wire;
    private final Optional<Wire.Flow> flow;
    private final Deque<ByteBuffer> beforeWire = new ArrayDeque<>();
    private final Deque<Parcel> delayed = new ArrayDeque<>();
    private int held;
    private boolean ended;
    private boolean finished;
    private boolean blocked;

    Pipe(SocketChannel from, SocketChannel to, Optional<Wire> wire) {
        this.from = from;
        this.to = to;
        this.wire = wire;
        this.flow = wire.map(Wire::flow);
    }

    /** Whether there is room for more. */
    boolean wantsToRead(long delayNanos) {
        return !ended && held < (delayNanos > 0 ? MANY_BYTES : FEW_BYTES);
    }

    /** Whether what is due has no room in the socket. */
    boolean wantsToWrite() {
        return blocked;
    }

    /** Whether everything came through, and its end too. */
    boolean isFinished() {
        return finished;
    }

    /** Whether it has anything that time will move on. */
    boolean isBusy() {
        return held > 0 || (ended && !finished);
    }

    /** Reads what has come, as much as fits into the buffer. */
    void read(ByteBuffer buffer, long now, long delayNanos) throws IOException {
        buffer.clear();
        int length = from.read(buffer);
        ended = length < 0;
        if (length <= 0) {
            return;
        }
        var bytes = ByteBuffer.allocate(length).put(buffer.flip()).flip();
        held += length;
        if (wire.isPresent()) {
            beforeWire.add(bytes);
            wire.get().offer(flow.orElseThrow(), length, now);
        } else {
            delayed.add(new Parcel(bytes, now + delayNanos));
        }
    }

    /** Moves on what time has come for, and writes it. */
    void advance(long now, long delayNanos) throws IOException {
        if (wire.isPresent()) {
            passWire(wire.get().take(flow.orElseThrow(), now), now + delayNanos);
        }
        blocked = false;
        while (!blocked && !delayed.isEmpty() && delayed.element().due() <= now) {
            var bytes = delayed.element().bytes();
            held -= to.write(bytes);
            blocked = bytes.hasRemaining();
            if (!blocked) {
                delayed.remove();
            }
        }
        if (ended && held == 0 && !finished) {
            finished = true;
            to.shutdownOutput();
        }
    }

    private void passWire(int bytes, long due) {
        int left = bytes;
        while (left > 0) {
            var first = beforeWire.element();
            int length = Math.min(left, first.remaining());
            delayed.add(new Parcel(first.slice(first.position(), length), due));
            first.position(first.position() + length);
            if (!first.hasRemaining()) {
                beforeWire.remove();
            }
            left -= length;
        }
    }

    /** When time will move something on, as far as its own bytes go; what waits for a socket is far away. */
    long next() {
        long delay = blocked || delayed.isEmpty()
                ? Long.MAX_VALUE
                : delayed.element().due();
        return beforeWire.isEmpty() ? delay : Math.min(delay, wire.orElseThrow().next());
    }

    /** Frees the wire of what will never come through. */
    void abandon() {
        flow.ifPresent(its -> wire.orElseThrow().forget(its));
    }

    /** Bytes and the time from which on they may be written. */
    private record Parcel(ByteBuffer bytes, long due) {}
}
