package io.github.hivemqtdengine.jdbc;

import com.taosdata.jdbc.utils.Utils;
import com.taosdata.jdbc.ws.WSClient;
import java.util.concurrent.TimeUnit;

/**
 * The driver's event loop, which is static and which the driver never stops. Its thread {@code taos-jdbc-short-timer},
 * a daemon, can't be stopped by anyone.
 */
final class TdengineThreads {

    private static final int STOP_TIMEOUT_SECONDS = 2;

    private TdengineThreads() {}

    /** Gives the driver an event loop of ours. The one that it makes for itself when it is loaded is ended. */
    static void start() {
        try {
            Class.forName(WSClient.class.getName());
            stop();
            var loop = Utils.class.getDeclaredField("eventLoopGroup");
            loop.setAccessible(true);
            loop.set(null, new TdengineEventLoop());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("The TDengine driver is not the version that this was made for", e);
        }
    }

    static void stop() {
        var loop = Utils.getEventLoopGroup();
        if (loop != null) {
            loop.shutdownGracefully(0, STOP_TIMEOUT_SECONDS, TimeUnit.SECONDS)
                    .awaitUninterruptibly(STOP_TIMEOUT_SECONDS, TimeUnit.SECONDS);
        }
        TdengineTls.forget();
    }
}
