// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.driver;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import java.util.ArrayList;
import java.util.List;

/**
 * Wait of the current thread for data from channels, from construction to {@link #close}. Driver 3.7.9 waits for a
 * login and for the rows of a result until its timeout, even if the socket is closed. This class interrupts the thread
 * as soon as a channel is closed.
 */
final class ChannelWait implements AutoCloseable {

    private final Thread thread = Thread.currentThread();
    private final ChannelFutureListener lost = closed -> interrupt();
    private final List<Channel> channels = new ArrayList<>();
    private boolean isOver;
    private boolean isInterrupted;

    /** Interrupts the calling thread as soon as the channel is closed, also if that has happened already. */
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

    /** Ends the wait. An interrupt from elsewhere is kept, unless a channel was lost at the same time. */
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
