// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.jdbc.dialect.Dialect;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/**
 * Count of the open databases of this class loader, per driver. Drivers keep static state, so closing the last database
 * ends the driver's threads and registrations, and opening the next one restores them.
 */
public final class DriverUse {

    private static final Map<String, Integer> USERS = new HashMap<>();

    private DriverUse() {}

    public static synchronized void begin(Dialect dialect) {
        register(dialect.driverClass());
        if (!USERS.containsKey(dialect.driverClass())) {
            dialect.started();
        }
        USERS.merge(dialect.driverClass(), 1, Integer::sum);
    }

    public static synchronized void end(Dialect dialect) {
        USERS.computeIfPresent(dialect.driverClass(), (driver, users) -> users == 1 ? null : users - 1);
        if (!USERS.containsKey(dialect.driverClass())) {
            dialect.stopped();
        }
        if (USERS.isEmpty()) {
            deregisterAll();
        }
    }

    /** Registers a driver if necessary; a driver registers itself only when its class is loaded. */
    private static void register(String driverClass) {
        try {
            var type = Class.forName(driverClass);
            boolean registered = DriverManager.drivers().anyMatch(driver -> driver.getClass() == type);
            if (!registered) {
                DriverManager.registerDriver(
                        (Driver) type.getDeclaredConstructor().newInstance());
            }
        } catch (ReflectiveOperationException | SQLException e) {
            throw new IllegalStateException("The driver " + driverClass + " does not load", e);
        }
    }

    private static void deregisterAll() {
        for (var driver : Collections.list(DriverManager.getDrivers())) {
            if (driver.getClass().getClassLoader() == DriverUse.class.getClassLoader()) {
                deregister(driver);
            }
        }
    }

    private static void deregister(Driver driver) {
        try {
            DriverManager.deregisterDriver(driver);
        } catch (SQLException e) {
            throw new IllegalStateException("The driver " + driver + " can't be deregistered", e);
        }
    }
}
