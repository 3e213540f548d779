package io.github.hivemqtdengine.jdbc;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;

/** The event loop that the driver is given: the one place where all of its channels come by before they connect. */
final class TdengineEventLoop extends NioEventLoopGroup {

    TdengineEventLoop() {
        super(0, new DefaultThreadFactory("netty-eventloop", true));
    }

    /** Called by the thread that connects. */
    @Override
    public ChannelFuture register(Channel channel) {
        TdengineTls.verify(channel);
        TdengineLogin.opened(channel);
        return super.register(channel);
    }
}
