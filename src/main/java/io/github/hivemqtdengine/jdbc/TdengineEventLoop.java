package io.github.hivemqtdengine.jdbc;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.handler.timeout.ReadTimeoutHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The event loop that the driver is given: the one place where all of its channels come by before they connect. */
final class TdengineEventLoop extends NioEventLoopGroup {

    /** taosAdapter pings every 54 s. */
    private static final Duration SILENCE = Duration.ofSeconds(150);

    private final Duration silence;

    TdengineEventLoop() {
        this(SILENCE);
    }

    /** @param silence a channel that brings nothing for so long is closed: its peer, or the way to it, is gone */
    TdengineEventLoop(Duration silence) {
        super(0, new DefaultThreadFactory("netty-eventloop", true));
        this.silence = silence;
    }

    /** Called by the thread that connects. */
    @Override
    public ChannelFuture register(Channel channel) {
        channel.pipeline().addFirst(new ReadTimeoutHandler(silence.toMillis(), TimeUnit.MILLISECONDS));
        TdengineTls.verify(channel);
        TdengineLogin.opened(channel);
        return super.register(channel);
    }
}
