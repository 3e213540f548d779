// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.database;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.regex.Pattern;

/** Database of the extension, or of another sink, which only the user's queries read. Thread-safe. */
public final class Database implements AutoCloseable {

    private static final long MILLIS_OF_A_FLUSH = 500;
    private static final int MOST_FLUSHES = 240;
    private static final long BYTES_PER_KB = 1024;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)+\\S*(?<!,)");
    private static final String JDBC = "jdbc:";
    /** First host of a URL, without a user and password before it. */
    private static final Pattern HOST = Pattern.compile("//(?:[^/@]*@)?(\\[[^]]+]|[^/:;?,]+)");

    private final DatabaseKind kind;
    private final JdbcDriver driver;
    private final boolean sink;
    private final String jdbcUrl;
    private final String username;
    private final String password;
    private final String name;
    private final String title;
    private final Optional<DatabaseServer> server;
    private final boolean dropped;

    private Database(
            String jdbcUrl,
            String username,
            String password,
            String name,
            Optional<DatabaseServer> server,
            boolean dropped)
            throws SQLException {
        this.kind = DatabaseKind.of(jdbcUrl);
        this.driver = JdbcDriver.bundled();
        this.sink = false;
        this.jdbcUrl = jdbcUrl;
        this.username = username;
        this.password = password;
        this.name = name;
        this.server = server;
        this.dropped = dropped;
        this.title = kind.title() + " " + version() + ", "
                + server.map(DatabaseServer::title)
                        .orElseGet(() -> "at " + address().getHostString());
        if (kind == DatabaseKind.TDENGINE && (dropped || server.isPresent())) {
            // an hour's log, the default, would fill the disk in long rounds
            execute("CREATE DATABASE IF NOT EXISTS `" + name + "` PRECISION 'us' WAL_RETENTION_PERIOD 0");
        }
    }

    /** Creates a database that only queries of the user read; without a URL, none. */
    private Database(JdbcDriver driver, String jdbcUrl, String username, String password) throws SQLException {
        this.kind = DatabaseKind.ofAny(jdbcUrl);
        this.driver = driver;
        this.sink = true;
        this.jdbcUrl = jdbcUrl;
        this.username = username;
        this.password = password;
        this.name = "";
        this.server = Optional.empty();
        this.dropped = false;
        this.title = jdbcUrl.isEmpty() ? "none" : sinkTitle();
    }

    private String sinkTitle() throws SQLException {
        var host = HOST.matcher(jdbcUrl);
        try (var connection = connect()) {
            return DatabaseProduct.of(connection, kind) + (host.find() ? ", at " + host.group(1) : "");
        }
    }

    /** Returns a database without a server, which cannot be connected to: nothing is stored. */
    public static Database none() {
        try {
            return new Database(JdbcDriver.bundled(), "", "", "");
        } catch (SQLException e) {
            throw new IllegalStateException("Nothing was connected to", e);
        }
    }

    /**
     * Opens the database of a sink, for reading by the user's queries.
     *
     * @param username empty if the URL has it, or none is needed
     * @param driver jar of the driver; empty for a bundled one
     */
    public static Database ofSink(String jdbcUrl, String username, String password, Optional<Path> driver)
            throws IOException, SQLException {
        var itsDriver = driver.isPresent() ? JdbcDriver.of(driver.get()) : JdbcDriver.bundled();
        try {
            return new Database(itsDriver, jdbcUrl, username, password);
        } catch (SQLException | RuntimeException e) {
            itsDriver.close();
            throw e;
        }
    }

    /** Opens a database in a server started here; {@link #close} closes both. */
    public static Database on(DatabaseServer server) throws SQLException {
        var name = DatabaseKind.of(server.jdbcUrl()) == DatabaseKind.TDENGINE ? ownName() : nameOf(server.jdbcUrl());
        return new Database(server.jdbcUrl(), server.username(), server.password(), name, Optional.of(server), false);
    }

    /** Opens a new database in the user's server; for TDengine, {@link #close} drops the database. */
    public static Database at(String jdbcUrl, String username, String password) throws SQLException {
        boolean tdengine = DatabaseKind.of(jdbcUrl) == DatabaseKind.TDENGINE;
        return new Database(
                withoutName(jdbcUrl),
                username,
                password,
                tdengine ? ownName() : nameOf(jdbcUrl),
                Optional.empty(),
                tdengine);
    }

    /** Opens the user's database, named in the URL, for reading only. */
    public static Database of(String jdbcUrl, String username, String password) throws SQLException {
        if (nameOf(jdbcUrl).isEmpty()) {
            throw new IllegalArgumentException("The URL needs the database's name: " + jdbcUrl + "/name");
        }
        return new Database(jdbcUrl, username, password, nameOf(jdbcUrl), Optional.empty(), false);
    }

    /** Returns a name that no other run has: another machine may have a process with the same id. */
    private static String ownName() {
        var started = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
        return "loadtest_" + ProcessHandle.current().pid() + "_" + started;
    }

    private static String nameOf(String jdbcUrl) {
        var path = URI.create(jdbcUrl.substring(JDBC.length())).getPath();
        return path == null ? "" : path.replace("/", "");
    }

    /** The extension rejects TDengine URLs with a database. */
    private static String withoutName(String jdbcUrl) {
        return DatabaseKind.of(jdbcUrl) == DatabaseKind.TDENGINE
                ? jdbcUrl.replaceFirst("(//[^/?]+)/[^?]*", "$1")
                : jdbcUrl;
    }

    private String version() throws SQLException {
        var known = server.flatMap(DatabaseServer::version);
        if (known.isPresent()) {
            return known.get();
        }
        try (var connection = connect();
                var statement = connection.createStatement();
                var result = statement.executeQuery(kind.versionQuery())) {
            var version = VERSION.matcher(result.next() ? result.getString(1) : "");
            return version.find() ? version.group() : "of an unknown version";
        }
    }

    /** Returns the database's name and version, for the report. */
    public String title() {
        return title;
    }

    /** Returns the direct URL, without relays. */
    public String jdbcUrl() {
        return jdbcUrl;
    }

    /** Returns the first host and port of the URL. */
    InetSocketAddress address() {
        var authority = URI.create(jdbcUrl.substring(JDBC.length())).getRawAuthority();
        var first = authority.split(",", -1)[0];
        int colon = first.lastIndexOf(':');
        return colon < 0
                ? new InetSocketAddress(first, kind == DatabaseKind.TDENGINE ? 6041 : 8812)
                : new InetSocketAddress(first.substring(0, colon), Integer.parseInt(first.substring(colon + 1)));
    }

    /** Returns the URL with another host and port list. */
    String jdbcUrl(String authority) {
        return jdbcUrl.replace(URI.create(jdbcUrl.substring(JDBC.length())).getRawAuthority(), authority);
    }

    public DatabaseKind kind() {
        return kind;
    }

    public String username() {
        return username;
    }

    public String password() {
        return password;
    }

    /** Returns the name of the database inside the server. */
    public String name() {
        return name;
    }

    public String qualified(String table) {
        return kind.qualified(name, table);
    }

    /** Returns an SQL expression for a time column in microseconds since 1970. */
    public String microsOf(String time) {
        return kind.microsOf(time);
    }

    /** Returns the current processes; empty for a server not started here, or a stopped one. */
    public List<ProcessHandle> processes() {
        return server.map(DatabaseServer::processes).orElse(List.of());
    }

    /** Returns the server if it was started here, so that faults can be injected. */
    public Optional<DatabaseServer> server() {
        return server;
    }

    /** Opens a new connection for reading rows. */
    public Connection connect() throws SQLException {
        return connect(PATIENCE);
    }

    /**
     * Opens a new connection with a timeout.
     *
     * @param patience timeout of connecting and of each request
     */
    public Connection connect(Duration patience) throws SQLException {
        return connect(patience, new Properties());
    }

    /**
     * Opens a new connection with a timeout and further properties.
     *
     * @param more additional driver properties
     */
    public Connection connect(Duration patience, Properties more) throws SQLException {
        var properties = kind.properties(username, password, patience);
        properties.putAll(more);
        return driver.connect(jdbcUrl, properties);
    }

    /** Returns whether the failure means that the table does not exist (yet). */
    public boolean saysMissing(SQLException failure) {
        return sink ? kind.queryLacksTable(failure) : kind.saysMissing(failure);
    }

    /** Returns what all rows take on disk, after a flush; empty unless the database is TDengine. */
    public OptionalLong bytesOnDisk() throws SQLException, InterruptedException {
        return bytesOnDisk(MILLIS_OF_A_FLUSH);
    }

    OptionalLong bytesOnDisk(long millisOfAFlush) throws SQLException, InterruptedException {
        if (kind != DatabaseKind.TDENGINE) {
            return OptionalLong.empty();
        }
        for (var table : texts("SHOW `" + name + "`.STABLES")) {
            for (int flushes = 0;
                    texts("SHOW TABLE DISTRIBUTED " + qualified(table)).stream()
                            .noneMatch(line -> line.contains("Inmem_Rows=[0]"));
                    flushes++) {
                if (flushes == MOST_FLUSHES) {
                    throw new SQLException("x.disk: rows of " + table + " are still in TDengine's memory after two"
                            + " minutes of FLUSH DATABASE; does something else write to it?");
                }
                execute("FLUSH DATABASE `" + name + "`"); // returns at once
                Thread.sleep(millisOfAFlush);
            }
        }
        var kilobytes = texts("SELECT CAST(SUM(data1 + data2 + data3) AS BIGINT) FROM information_schema.ins_disk_usage"
                + " WHERE db_name = '" + name + "'");
        boolean isEmpty = kilobytes.isEmpty() || kilobytes.get(0) == null;
        return OptionalLong.of(isEmpty ? 0 : Long.parseLong(kilobytes.get(0)) * BYTES_PER_KB);
    }

    private List<String> texts(String sql) throws SQLException {
        try (var connection = connect();
                var statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            var texts = new ArrayList<String>();
            while (result.next()) {
                texts.add(result.getString(1));
            }
            return texts;
        }
    }

    private void execute(String sql) throws SQLException {
        try (var connection = connect();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws IOException {
        if (server.isPresent()) {
            server.get().close();
        }
        if (dropped) {
            drop();
        }
        driver.close();
    }

    private void drop() throws IOException {
        try {
            execute("DROP DATABASE IF EXISTS `" + name + "`");
        } catch (SQLException e) {
            throw new IOException("The database " + name + " could not be dropped from " + jdbcUrl, e);
        }
    }
}
