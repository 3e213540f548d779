// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import com.taosdata.jdbc.utils.Utils;
import com.taosdata.jdbc.ws.WebSocketDriver;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Properties;

/**
 * Connects past {@code DriverManager}: closing the extension's last database deregisters the drivers of its class
 * loader and ends the event loop of TDengine's driver, and in tests that class loader is also the fixtures'.
 */
public final class Connections {

    private static final Driver POSTGRES = load("org.postgresql.Driver");

    private Connections() {}

    /** By name, since javac complains about annotations of the class that are not on the class path. */
    private static Driver load(String driverClass) {
        try {
            return Class.forName(driverClass)
                    .asSubclass(Driver.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    public static Connection open(String jdbcUrl, String username, String password) throws SQLException {
        var properties = new Properties();
        properties.setProperty("user", username);
        properties.setProperty("password", password);
        return jdbcUrl.startsWith(WebSocketDriver.URL_PREFIX)
                ? openTDengine(jdbcUrl, properties)
                : POSTGRES.connect(jdbcUrl, properties);
    }

    private static synchronized Connection openTDengine(String jdbcUrl, Properties properties) throws SQLException {
        var loop = Utils.getEventLoopGroup();
        if (loop != null && loop.isShuttingDown()) {
            Utils.initEventLoopGroup();
        }
        return new WebSocketDriver().connect(jdbcUrl, properties);
    }
}
