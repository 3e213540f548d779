package io.github.hivemqtdengine.jdbc;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import java.util.ArrayList;
import java.util.List;

/**
 * The current thread's wait for what channels bring, from its construction until {@link #close}. Driver 3.7.9 waits for a
 * login and for the rows of a result until their time is over, also when the socket is gone: here the thread is
 * interrupted as soon as a channel is closed.
 */
final class ChannelWait implements AutoCloseable {

    private final Thread thread = Thread.currentThread();
    private final ChannelFutureListener lost = closed -> interrupt();
    private final List<Channel> channels = new ArrayList<>();
    private boolean isOver;
    private boolean isInterrupted;

    /** For the thread that waits; a channel that is closed already counts. */
    void endWith(Channel channel) {
        channels.add(channel);
        channel.closeFuture().addListener(lost);
    }

    private synchronized void interrupt() {
        if (!isOver) {
            isInterrupted = true;
            thread.interrupt();
        }
    }

    /** A thread that was interrupted for another reason stays so, unless a channel was lost at the same time. */
    @Override
    public void close() {
        end();
        for (var channel : channels) {
            channel.closeFuture().removeListener(lost);
        }
    }

    private synchronized void end() {
        isOver = true;
        if (isInterrupted) {
            Thread.interrupted();
        }
    }
}
