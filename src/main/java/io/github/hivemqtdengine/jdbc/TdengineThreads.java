package io.github.hivemqtdengine.jdbc;

import com.taosdata.jdbc.utils.Utils;
import java.util.concurrent.TimeUnit;

/**
 * The driver's event loop, which is static and which the driver never stops. Its thread {@code taos-jdbc-short-timer},
 * a daemon, can't be stopped by anyone.
 */
final class TdengineThreads {

    private static final int STOP_TIMEOUT_SECONDS = 2;

    private TdengineThreads() {}

    /**
     * Gives the driver a new event loop where {@link #stop} ended the old one. The first one the driver makes itself,
     * when it first connects.
     */
    static void start() {
        var loop = Utils.getEventLoopGroup();
        if (loop != null && loop.isShuttingDown()) {
            Utils.initEventLoopGroup();
        }
    }

    static void stop() {
        var loop = Utils.getEventLoopGroup();
        if (loop != null) {
            loop.shutdownGracefully(0, STOP_TIMEOUT_SECONDS, TimeUnit.SECONDS)
                    .awaitUninterruptibly(STOP_TIMEOUT_SECONDS, TimeUnit.SECONDS);
        }
    }
}
