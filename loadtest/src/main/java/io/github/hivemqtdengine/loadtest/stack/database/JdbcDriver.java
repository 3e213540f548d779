// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.database;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.regex.Pattern;

/** JDBC driver: a bundled one, or the user's, whose classes are apart from those of the load tests. Thread-safe. */
final class JdbcDriver implements AutoCloseable {

    /** Scheme of a URL; what follows may contain a password. */
    private static final Pattern SCHEME = Pattern.compile("jdbc:[\\w.+-]+:");

    private final Optional<Path> jar;
    private final Optional<URLClassLoader> loader;

    private JdbcDriver(Optional<Path> jar, Optional<URLClassLoader> loader) {
        this.jar = jar;
        this.loader = loader;
    }

    /** Returns the bundled drivers: those of TDengine and of PostgreSQL, which QuestDB uses. */
    static JdbcDriver bundled() {
        return new JdbcDriver(Optional.empty(), Optional.empty());
    }

    /**
     * Returns the driver of a jar, with a class loader of its own.
     *
     * @throws IOException if there is no such file
     */
    static JdbcDriver of(Path jar) throws IOException {
        if (!Files.isRegularFile(jar)) {
            throw new IOException("There is no file " + jar + " with a JDBC driver: correct --driver");
        }
        var url = jar.toUri().toURL();
        var loader = new URLClassLoader("jdbc-driver", new URL[] {url}, ClassLoader.getPlatformClassLoader());
        return new JdbcDriver(Optional.of(jar), Optional.of(loader));
    }

    /**
     * Opens a connection.
     *
     * @throws SQLException also if no driver accepts the URL; the message omits what may be secret in it
     */
    Connection connect(String url, Properties properties) throws SQLException {
        var connection = driver(url).connect(url, properties);
        if (connection == null) {
            throw unknown(url);
        }
        return connection;
    }

    private Driver driver(String url) throws SQLException {
        if (loader.isEmpty()) {
            return DriverManager.drivers()
                    .filter(driver -> accepts(driver, url))
                    .findFirst()
                    .orElseThrow(() -> unknown(url));
        }
        return ServiceLoader.load(Driver.class, loader.get()).stream()
                .map(ServiceLoader.Provider::get)
                .filter(driver -> accepts(driver, url))
                .findFirst()
                .orElseThrow(() -> unknown(url));
    }

    private static boolean accepts(Driver driver, String url) {
        try {
            return driver.acceptsURL(url);
        } catch (SQLException e) {
            return false; // a malformed URL of this driver's kind
        }
    }

    private SQLException unknown(String url) {
        var scheme = SCHEME.matcher(url);
        var kind = scheme.lookingAt() ? scheme.group() + "..." : "a URL that does not begin with jdbc:NAME:";
        return new SQLException(jar.map(file -> "The driver in " + file + " does not accept " + kind
                        + ": give --driver the jar of the database's driver with all that it needs")
                .orElse("No bundled driver accepts " + kind + ": give its jar to --driver"));
    }

    @Override
    public void close() throws IOException {
        if (loader.isPresent()) {
            loader.get().close();
        }
    }
}
