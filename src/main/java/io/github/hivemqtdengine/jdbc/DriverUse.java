package io.github.hivemqtdengine.jdbc;

import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts the open databases of this class loader, since what a driver keeps for itself is static: the last one to close
 * takes the driver's threads and the registrations with it, and the next one to open brings them back.
 */
final class DriverUse {

    private static final Map<String, Integer> USERS = new HashMap<>();

    private DriverUse() {}

    static synchronized void begin(Dialect dialect) {
        register(dialect.driverClass());
        if (!USERS.containsKey(dialect.driverClass())) {
            dialect.started();
        }
        USERS.merge(dialect.driverClass(), 1, Integer::sum);
    }

    static synchronized void end(Dialect dialect) {
        USERS.computeIfPresent(dialect.driverClass(), (driver, users) -> users == 1 ? null : users - 1);
        if (!USERS.containsKey(dialect.driverClass())) {
            dialect.stopped();
        }
        if (USERS.isEmpty()) {
            deregisterAll();
        }
    }

    /** A driver registers itself when its class is loaded, so only the first time. */
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
