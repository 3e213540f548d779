package io.github.hivemqtdengine.loadtest.stack;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** A TDengine, somebody's or this program's own; in it a database that is dropped at the end. */
final class TDengine implements Database {

    private static final String USERNAME = "root";
    private static final String PASSWORD = "taosdata";

    private final String jdbcUrl;
    private final String version;
    private final Optional<LocalTDengine> server;
    private final String name = "loadtest_" + ProcessHandle.current().pid();

    private TDengine(String jdbcUrl, Optional<LocalTDengine> server) throws SQLException {
        this.jdbcUrl = jdbcUrl;
        this.server = server;
        try (var connection = connect();
                var statement = connection.createStatement();
                var result = statement.executeQuery("SELECT SERVER_VERSION()")) {
            result.next();
            this.version = result.getString(1);
        }
    }

    /** One that runs already. */
    static TDengine at(String jdbcUrl) throws SQLException {
        return new TDengine(jdbcUrl, Optional.empty());
    }

    /** One that ends with this program. */
    static TDengine on(LocalTDengine server) throws SQLException {
        return new TDengine(server.jdbcUrl(), Optional.of(server));
    }

    @Override
    public String title() {
        return "TDengine " + version
                + (server.isPresent() ? " (taosd and taosadapter started here)" : " at " + jdbcUrl);
    }

    @Override
    public String jdbcUrl() {
        return jdbcUrl;
    }

    @Override
    public String username() {
        return USERNAME;
    }

    @Override
    public String password() {
        return PASSWORD;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String qualified(String table) {
        return "`" + name + "`.`" + table + "`";
    }

    @Override
    public List<ProcessHandle> processes() {
        return server.map(LocalTDengine::processes).orElse(List.of());
    }

    @Override
    public void close() throws IOException {
        if (server.isPresent()) {
            server.get().close();
            return;
        }
        try (var connection = connect();
                var statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS `" + name + "`");
        } catch (SQLException e) {
            throw new IOException("The database " + name + " was left behind in " + jdbcUrl, e);
        }
    }
}
