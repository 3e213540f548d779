package io.github.hivemqtdengine.jdbc.tdengine.driver;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.handler.timeout.ReadTimeoutHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Event loop for the driver, with which all of its channels register before they connect. */
final class TdengineEventLoop extends NioEventLoopGroup {

    /** Longer than two ping intervals of taosAdapter, which are 54 s each. */
    private static final Duration SILENCE = Duration.ofSeconds(150);

    private final Duration silence;

    TdengineEventLoop() {
        this(SILENCE);
    }

    /** @param silence time without data after which a channel is closed, since its peer or the network is lost */
    TdengineEventLoop(Duration silence) {
        super(0, new DefaultThreadFactory("netty-eventloop", true));
        this.silence = silence;
    }

    /** Prepares a channel; called by the connecting thread. */
    @Override
    public ChannelFuture register(Channel channel) {
        channel.pipeline().addFirst(new ReadTimeoutHandler(silence.toMillis(), TimeUnit.MILLISECONDS));
        TdengineTls.verify(channel);
        TdengineLogin.opened(channel);
        return super.register(channel);
    }
}
