// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.driver;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.taosdata.jdbc.utils.JsonUtil;
import com.taosdata.jdbc.utils.Utils;
import com.taosdata.jdbc.ws.WSClient;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.handler.timeout.ReadTimeoutHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Static state of the driver: its event loop, which the driver never stops, and the connection parameters that it logs.
 * The driver's daemon threads {@code taos-jdbc-short-timer} and {@code taos-jdbc-long-timer} can't be stopped.
 */
public final class TdengineDriver {

    /** Longer than two ping intervals of taosAdapter, which are 54 s each. */
    private static final Duration SILENCE = Duration.ofSeconds(150);

    private static final int STOP_TIMEOUT_SECONDS = 2;

    /** Class of the connection parameters: since driver 3.8.0, and before. */
    private static final List<String> PARAMETERS =
            List.of("com.taosdata.jdbc.common.ConnectionParam", "com.taosdata.jdbc.rs.ConnectionParam");

    private TdengineDriver() {}

    /** Parameters that drivers before 3.8.0 would log as JSON at level DEBUG. */
    @JsonIgnoreProperties({"password", "cloudToken", "bearerToken"})
    private interface WithoutSecrets {}

    /** Event loop with which all channels of the driver register before they connect. */
    static final class EventLoop extends NioEventLoopGroup {

        private final Duration silence;

        /** @param silence time without data after which a channel is closed, since its peer or the network is lost */
        EventLoop(Duration silence) {
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

    /**
     * Masks secrets, and replaces the event loop that the driver creates when its class is loaded.
     *
     * @throws IllegalStateException if the driver has other classes than the known versions, so that it must not log in
     */
    public static void start() {
        try {
            maskSecrets(PARAMETERS);
            Class.forName(WSClient.class.getName());
            stop();
            var loop = Utils.class.getDeclaredField("eventLoopGroup");
            loop.setAccessible(true);
            loop.set(null, new EventLoop(SILENCE));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("The TDengine driver is not the version that this was made for", e);
        }
    }

    /** Masks the secrets of the first of these classes that the driver has. */
    static void maskSecrets(List<String> parameters) throws ClassNotFoundException {
        for (var name : parameters) {
            try {
                JsonUtil.getObjectMapper().addMixIn(Class.forName(name), WithoutSecrets.class);
                return;
            } catch (ClassNotFoundException e) {
                // another version of the driver
            }
        }
        throw new ClassNotFoundException(String.join(" or ", parameters));
    }

    public static void stop() {
        var loop = Utils.getEventLoopGroup();
        if (loop != null) {
            loop.shutdownGracefully(0, STOP_TIMEOUT_SECONDS, TimeUnit.SECONDS)
                    .awaitUninterruptibly(STOP_TIMEOUT_SECONDS, TimeUnit.SECONDS);
        }
        TdengineTls.forget();
    }
}
