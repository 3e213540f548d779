// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A link to a database that tests can slow down, cut and restore. While it is cut, all connections end, new ones at
 * once. Its port stays bound, so that no other process can take it. Any thread may call it; each call takes effect
 * before it returns.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what became of a channel is seen at its end
public final class TcpRelay implements AutoCloseable {

    private static final long UNLIMITED = Long.MAX_VALUE;

    private final EventLoopGroup loop = new NioEventLoopGroup(1, new DefaultThreadFactory("relay", true));
    private final ChannelGroup channels = new DefaultChannelGroup(loop.next());
    private final AtomicInteger connected = new AtomicInteger();
    private final Direction requests = new Direction();
    private final Direction answers = new Direction();
    private final InetSocketAddress target;
    private final @Nullable SSLContext encryption;
    private final String jdbcUrl;
    private boolean isCut;

    /** A relay to the host and port of a JDBC URL; it is whole from the start. */
    public TcpRelay(String targetJdbcUrl) {
        this(targetJdbcUrl, null);
    }

    /** A relay to whose clients connections are encrypted; that to the target is not. */
    public TcpRelay(String targetJdbcUrl, @Nullable SSLContext encryption) {
        var authority = URI.create(targetJdbcUrl.substring("jdbc:".length()));
        this.target = new InetSocketAddress(authority.getHost(), authority.getPort());
        this.encryption = encryption;
        var address = (InetSocketAddress) listen().localAddress();
        this.jdbcUrl = targetJdbcUrl.replace(
                authority.getHost() + ":" + authority.getPort(), "127.0.0.1:" + address.getPort());
    }

    private Channel listen() {
        return new ServerBootstrap()
                .group(loop)
                .channel(NioServerSocketChannel.class)
                .childOption(ChannelOption.AUTO_READ, false)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel client) {
                        accept(client);
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .syncUninterruptibly()
                .channel();
    }

    /** The JDBC URL that goes through this relay. */
    public String jdbcUrl() {
        return jdbcUrl;
    }

    /** Ends all connections and takes no new ones. */
    public void cut() {
        order(() -> {
            isCut = true;
            channels.close();
        });
    }

    /** Takes connections again. */
    public void mend() {
        order(() -> isCut = false);
    }

    /** Ends only the next connection that reaches this many bytes of answers; at least 1. */
    public void breakNextAfter(int bytes) {
        order(() -> answers.nextLimit = bytes);
    }

    /** Ends only the next connection that reaches this many bytes of requests; at least 1. */
    public void breakNextAfterRequest(int bytes) {
        order(() -> requests.nextLimit = bytes);
    }

    /**
     * From now on forwards only this many bytes of the requests of each new connection, and then nothing more, as a
     * server that hangs.
     */
    public void stallAfterRequest(int bytes) {
        order(() -> requests.stallAfter = bytes);
    }

    /** Number of connections that have stalled so far. */
    public int stalls() {
        return requests.stalls.get();
    }

    /** Delays every further part of an answer; zero for no delay. */
    public void delay(Duration delay) {
        order(() -> answers.delayNanos = delay.toNanos());
    }

    /** Number of connections so far. */
    public int connected() {
        return connected.get();
    }

    public int connections() {
        return channels.size() / 2;
    }

    /** Number of bytes that clients have sent so far. */
    public long clientBytes() {
        return requests.bytes.get();
    }

    /** Number of connections that have ended at a limit so far. */
    public int breaks() {
        return answers.breaks.get() + requests.breaks.get();
    }

    @Override
    public void close() {
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    /** Runs something on the only thread that has anything to do with connections. */
    private void order(Runnable order) {
        loop.submit(order).syncUninterruptibly();
    }

    private void accept(Channel near) {
        if (isCut) {
            near.close();
            return;
        }
        channels.add(near);
        if (encryption != null) {
            var engine = encryption.createSSLEngine();
            engine.setUseClientMode(false);
            near.pipeline().addLast(new SslHandler(engine));
        }
        new Bootstrap()
                .group(near.eventLoop())
                .channel(NioSocketChannel.class)
                .option(ChannelOption.AUTO_READ, false)
                .handler(new ChannelInboundHandlerAdapter())
                .connect(target)
                .addListener((ChannelFuture connecting) -> join(near, connecting.channel()));
    }

    /** Forwards between a client and the target, unless one of them is away already. */
    private void join(Channel near, Channel far) {
        if (!near.isActive() || !far.isActive()) {
            near.close();
            far.close();
            return;
        }
        connected.incrementAndGet();
        channels.add(far);
        near.pipeline().addLast(new Forwarding(requests, far));
        far.pipeline().addLast(new Forwarding(answers, near));
        near.read();
        far.read();
    }

    /** Limit, delay and counters of the requests of all connections, or of the answers. */
    private static final class Direction {

        private final AtomicLong bytes = new AtomicLong();
        private final AtomicInteger breaks = new AtomicInteger();
        private long delayNanos;
        private final AtomicInteger stalls = new AtomicInteger();
        private long nextLimit = UNLIMITED;
        private long stallAfter = UNLIMITED;
    }

    /** Writes to one channel what comes from another, part by part: the next one is read when one is written. */
    private static final class Forwarding extends ChannelInboundHandlerAdapter {

        private final Direction direction;
        private final Channel to;
        private final long limit;
        private long left;
        private long untilStall;

        Forwarding(Direction direction, Channel to) {
            this.direction = direction;
            this.to = to;
            this.limit = direction.nextLimit;
            this.left = limit;
            this.untilStall = direction.stallAfter;
            direction.nextLimit = UNLIMITED;
        }

        @Override
        public void channelRead(ChannelHandlerContext from, Object part) {
            var bytes = (ByteBuf) part;
            untilStall -= bytes.readableBytes();
            if (untilStall < 0) {
                bytes.release();
                direction.stalls.incrementAndGet();
                return; // reads no more
            }
            if (bytes.readableBytes() > left) {
                bytes.writerIndex(bytes.readerIndex() + (int) left);
                from.channel().config().setOption(ChannelOption.SO_LINGER, 0); // the sender learns that not all arrived
            }
            left -= bytes.readableBytes();
            if (direction.delayNanos > 0) {
                var unused =
                        from.executor().schedule(() -> write(from, bytes), direction.delayNanos, TimeUnit.NANOSECONDS);
            } else {
                write(from, bytes);
            }
        }

        private void write(ChannelHandlerContext from, ByteBuf bytes) {
            int length = bytes.readableBytes();
            to.writeAndFlush(bytes).addListener(written -> {
                if (written.isSuccess()) {
                    direction.bytes.addAndGet(length);
                }
                if (left > 0) {
                    from.read();
                } else {
                    from.close();
                }
            });
        }

        /** A connection that ends before its limit leaves the limit to the next one. */
        @Override
        public void channelInactive(ChannelHandlerContext from) {
            to.close();
            if (left == 0) {
                direction.breaks.incrementAndGet();
            } else if (direction.nextLimit == UNLIMITED) {
                direction.nextLimit = limit;
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext from, Throwable cause) {
            from.close(); // one end is gone, so the other goes, too
        }
    }
}
