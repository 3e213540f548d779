package io.github.hivemqtdengine.jdbc;

import com.zaxxer.hikari.HikariConfig;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** TDengine over WebSocket, that is through taosAdapter. */
final class TdengineDialect implements Dialect {

    @Override
    public String urlPrefix() {
        return "jdbc:TAOS-WS://";
    }

    @Override
    public String driverClass() {
        return "com.taosdata.jdbc.ws.WebSocketDriver";
    }

    @Override
    public void configure(HikariConfig pool, DatabaseSettings settings) {
        // the driver URL-decodes both, also where they are no part of the URL
        pool.setUsername(URLEncoder.encode(settings.connection().username(), StandardCharsets.UTF_8));
        pool.setPassword(URLEncoder.encode(settings.connection().password(), StandardCharsets.UTF_8));
        pool.addDataSourceProperty(
                "httpConnectTimeout",
                Long.toString(settings.connection().connectTimeout().toMillis()));
        // what is in flight when a connection drops waits this long for its answer
        pool.addDataSourceProperty(
                "messageWaitTimeout",
                Long.toString(settings.connection().requestTimeout().toMillis()));
        // the pool replaces connections: a reconnecting driver refuses new ones for a minute
        pool.addDataSourceProperty("enableAutoReconnect", "false");
        // tries that are allowed where there is no reconnecting: with the default of 3, driver 3.7.9 says nothing where
        // a
        // prepared statement loses its connection, and waits three times for a server that hangs
        pool.addDataSourceProperty("retryTimes", "1");
        pool.addDataSourceProperty("app_name", "hivemq-ext");
        pool.setTransactionIsolation("TRANSACTION_NONE");
    }

    @Override
    public Session newSession(DatabaseSettings settings) {
        return new TdengineSession(settings);
    }

    @Override
    public Verdict judge(Throwable failure) {
        return TdengineFailures.judge(failure);
    }

    @Override
    public void started() {
        TdengineThreads.start();
    }

    @Override
    public void stopped() {
        TdengineThreads.stop();
    }
}
