// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.relay;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.CoalescingBufferQueue;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * One direction of a relayed connection. Bytes are read, paced by the wire if there is one, delayed, and written in
 * order. Confined to one thread.
 */
@SuppressWarnings("FutureReturnValueIgnored") // failures appear as the end of a channel
final class Pipe extends ChannelInboundHandlerAdapter {

    /** Largest amount held without delay: enough for a system call. */
    private static final int FEW_BYTES = 256 * 1024;

    /** Largest amount held with delay: 64 MiB are 6 Gbit/s at 80 ms. */
    private static final int MANY_BYTES = 64 * 1024 * 1024;

    private final TcpRelay relay;
    private final LongSupplier delayNanos;
    private final SocketChannel from;
    private final SocketChannel to;
    private final Optional<PacedWire> wire;
    private final CoalescingBufferQueue beforeWire;
    private final Deque<Parcel> delayed = new ArrayDeque<>();
    private int held;
    private boolean ended;

    Pipe(TcpRelay relay, LongSupplier delayNanos, SocketChannel from, SocketChannel to, Optional<PacedWire> wire) {
        this.relay = relay;
        this.delayNanos = delayNanos;
        this.from = from;
        this.to = to;
        this.wire = wire;
        this.beforeWire = new CoalescingBufferQueue(from);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object part) {
        var bytes = (ByteBuf) part;
        int length = bytes.readableBytes();
        held += length;
        if (wire.isPresent()) {
            beforeWire.add(bytes);
            wire.get().send(this, length);
        } else {
            delay(bytes);
        }
        adjustReading();
    }

    /** Passes on bytes that the wire has carried. */
    void carried(int bytes) {
        if (bytes > 0) {
            delay(beforeWire.remove(bytes, from.newPromise()));
        }
    }

    boolean waitsForWire() {
        return !beforeWire.isEmpty();
    }

    private void delay(ByteBuf bytes) {
        long delay = delayNanos.getAsLong();
        delayed.add(new Parcel(bytes, System.nanoTime() + delay));
        if (delay > 0) {
            from.eventLoop().schedule(this::advance, delay, TimeUnit.NANOSECONDS);
        } else {
            advance();
        }
    }

    /** Writes the bytes that are due, and resumes reading if there is room. */
    void advance() {
        long now = System.nanoTime();
        while (!relay.isPaused() && !delayed.isEmpty() && delayed.element().due() <= now) {
            var bytes = delayed.remove().bytes();
            int length = bytes.readableBytes();
            to.write(bytes).addListener(written -> left(length));
        }
        to.flush();
        adjustReading();
    }

    private void left(int bytes) {
        held -= bytes;
        adjustReading();
        endIfEmpty();
    }

    private void adjustReading() {
        int most = delayNanos.getAsLong() > 0 ? MANY_BYTES : FEW_BYTES;
        from.config().setAutoRead(to.isActive() && from.isActive() && !relay.isPaused() && !ended && held < most);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            ended = true;
            adjustReading();
            endIfEmpty();
        }
    }

    private void endIfEmpty() {
        if (ended && held == 0 && !to.isOutputShutdown()) {
            to.shutdownOutput();
            if (from.isOutputShutdown()) {
                from.close(); // the other direction has ended as well
            }
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        to.close();
        wire.ifPresent(its -> its.forget(this));
        beforeWire.releaseAndFailAll(new ClosedChannelException());
        delayed.forEach(parcel -> parcel.bytes().release());
        delayed.clear();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        from.close(); // closing one side closes the other
    }

    /** Bytes and the earliest time to write them, by {@link System#nanoTime}. */
    private record Parcel(ByteBuf bytes, long due) {}
}
