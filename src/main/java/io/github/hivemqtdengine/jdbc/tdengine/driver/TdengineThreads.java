package io.github.hivemqtdengine.jdbc.tdengine.driver;

import com.taosdata.jdbc.utils.Utils;
import com.taosdata.jdbc.ws.WSClient;
import java.util.concurrent.TimeUnit;

/**
 * Life cycle of the driver's static event loop, which the driver never stops. The driver's daemon thread
 * {@code taos-jdbc-short-timer} can't be stopped.
 */
public final class TdengineThreads {

    private static final int STOP_TIMEOUT_SECONDS = 2;

    private TdengineThreads() {}

    /** Replaces the event loop that the driver creates when its class is loaded. */
    public static void start() {
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

    public static void stop() {
        var loop = Utils.getEventLoopGroup();
        if (loop != null) {
            loop.shutdownGracefully(0, STOP_TIMEOUT_SECONDS, TimeUnit.SECONDS)
                    .awaitUninterruptibly(STOP_TIMEOUT_SECONDS, TimeUnit.SECONDS);
        }
        TdengineTls.forget();
    }
}
