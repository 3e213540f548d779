// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.relay;

import io.github.hivemqtdengine.loadtest.scenario.Link;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * TCP relay to a server, with optional delay of answers, bandwidth limit, cut and pause. Delays are exact to a
 * millisecond and do not limit throughput. Bandwidth is shared by all connections, separately in each direction. Thread-safe; calls take
 * effect before they return. One thread moves all bytes.
 */
@SuppressWarnings("FutureReturnValueIgnored") // failures appear as the end of a channel
public final class TcpRelay implements AutoCloseable {

    private static final int CONNECTIONS_IN_WAITING = 4_096;

    private final InetSocketAddress target;
    private final EventLoopGroup loops = new NioEventLoopGroup(1, new DefaultThreadFactory("relay", true));
    private final EventLoop loop = loops.next();
    private final ChannelGroup channels = new DefaultChannelGroup(loop);
    private final Optional<PacedWire> up;
    private final Optional<PacedWire> down;
    private final Channel listener;
    private long delayNanos;
    private boolean isCut;
    private boolean isPaused;

    private TcpRelay(InetSocketAddress target, Optional<Wire> up, Optional<Wire> down) {
        this.target = target;
        this.up = up.map(wire -> new PacedWire(wire, loop));
        this.down = down.map(wire -> new PacedWire(wire, loop));
        this.listener = listen();
    }

    private Channel listen() {
        return new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, CONNECTIONS_IN_WAITING)
                .childOption(ChannelOption.AUTO_READ, false)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel client) {
                        accept(client);
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .syncUninterruptibly()
                .channel();
    }

    /** Starts a relay that only forwards. */
    public static TcpRelay to(InetSocketAddress target) throws IOException {
        return new TcpRelay(target, Optional.empty(), Optional.empty());
    }

    /**
     * Starts a relay with a bandwidth limit. Connections send packets of Ethernet size, headers included. Senders take
     * turns, including the link's bulk flows, half of them in each direction.
     */
    public static TcpRelay narrow(InetSocketAddress target, Link link) throws IOException {
        long now = System.nanoTime();
        int upwards = link.bulkFlows() / 2;
        return new TcpRelay(
                target,
                Optional.of(new Wire(link.bitsPerSecond(), upwards, now)),
                Optional.of(new Wire(link.bitsPerSecond(), link.bulkFlows() - upwards, now)));
    }

    /** Returns the address for clients. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.localAddress();
    }

    /** Sets how much later answers arrive; zero for no delay. Requests are not delayed: two timers are less exact. */
    public void delay(Duration answers) {
        order(() -> delayNanos = answers.toNanos());
    }

    /** Resets all connections, and new ones until {@link #mend}. */
    public void cut() {
        order(() -> {
            isCut = true;
            channels.forEach(channel -> channel.config().setOption(ChannelOption.SO_LINGER, 0));
            channels.close();
        });
    }

    public void mend() {
        order(() -> isCut = false);
    }

    /** Stops forwarding until {@link #resume}; connections stay open. */
    public void pause() {
        order(() -> setPaused(true));
    }

    public void resume() {
        order(() -> setPaused(false));
    }

    private void setPaused(boolean paused) {
        isPaused = paused;
        listener.config().setAutoRead(!paused);
        channels.forEach(channel -> channel.pipeline().get(Pipe.class).advance());
    }

    /** Returns the number of connected clients. */
    public int connections() {
        return channels.size() / 2;
    }

    private void order(Runnable order) {
        try {
            loop.submit(order).syncUninterruptibly();
        } catch (RejectedExecutionException e) {
            // already closed
        }
    }

    @Override
    public void close() {
        cut();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private void accept(SocketChannel near) {
        if (isCut) {
            reset(near);
            return;
        }
        var connecting = new Bootstrap()
                .group(loop)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.AUTO_READ, false)
                .option(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .handler(new ChannelInboundHandlerAdapter())
                .connect(target);
        if (!(connecting.channel() instanceof SocketChannel far)) {
            reset(near); // out of file descriptors
            return;
        }
        var requests = new Pipe(this, () -> 0, near, far, up);
        var answers = new Pipe(this, () -> delayNanos, far, near, down);
        channels.add(near);
        channels.add(far);
        near.pipeline().addLast(requests);
        far.pipeline().addLast(answers);
        connecting.addListener(connected -> {
            if (connected.isSuccess()) {
                requests.advance();
                answers.advance();
            } else {
                near.close(); // the target is unreachable
            }
        });
    }

    private static void reset(Channel channel) {
        channel.config().setOption(ChannelOption.SO_LINGER, 0);
        channel.close();
    }

    /** Called by pipes, on the relay's thread. */
    boolean isPaused() {
        return isPaused;
    }
}
