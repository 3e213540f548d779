package io.github.hivemqtdengine.loadtest.stack;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;

/** The database that the extension stores into. Any thread may use it. */
public final class Database implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)+\\S*(?<!,)");
    private static final String JDBC = "jdbc:";

    private final DatabaseKind kind;
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
        this.jdbcUrl = jdbcUrl;
        this.username = username;
        this.password = password;
        this.name = name;
        this.server = server;
        this.dropped = dropped;
        this.title = kind.title() + " " + version() + ", "
                + server.map(DatabaseServer::title)
                        .orElseGet(() -> "at " + address().getHostString());
    }

    /** In a server of ours; both end together. */
    static Database on(DatabaseServer server) throws SQLException {
        var name = DatabaseKind.of(server.jdbcUrl()) == DatabaseKind.TDENGINE ? ownName() : nameOf(server.jdbcUrl());
        return new Database(server.jdbcUrl(), server.username(), server.password(), name, Optional.of(server), false);
    }

    /** A new one in somebody's server; a TDengine's is dropped at the end. */
    static Database at(String jdbcUrl, String username, String password) throws SQLException {
        boolean tdengine = DatabaseKind.of(jdbcUrl) == DatabaseKind.TDENGINE;
        return new Database(
                withoutName(jdbcUrl),
                username,
                password,
                tdengine ? ownName() : nameOf(jdbcUrl),
                Optional.empty(),
                tdengine);
    }

    /** Somebody's, whose name is in the URL; it is only read. */
    static Database of(String jdbcUrl, String username, String password) throws SQLException {
        if (nameOf(jdbcUrl).isEmpty()) {
            throw new IllegalArgumentException("The URL needs the database's name: " + jdbcUrl + "/name");
        }
        return new Database(jdbcUrl, username, password, nameOf(jdbcUrl), Optional.empty(), false);
    }

    private static String ownName() {
        return "loadtest_" + ProcessHandle.current().pid();
    }

    private static String nameOf(String jdbcUrl) {
        var path = URI.create(jdbcUrl.substring(JDBC.length())).getPath();
        return path == null ? "" : path.replace("/", "");
    }

    /** The extension wants no database in a URL of TDengine. */
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

    /** What it is, with its version, for the report. */
    public String title() {
        return title;
    }

    /** How it is reached directly. */
    public String jdbcUrl() {
        return jdbcUrl;
    }

    /** The host and the port of the URL; the first of several. */
    InetSocketAddress address() {
        var authority = URI.create(jdbcUrl.substring(JDBC.length())).getRawAuthority();
        var first = authority.split(",", -1)[0];
        int colon = first.lastIndexOf(':');
        return colon < 0
                ? new InetSocketAddress(first, kind == DatabaseKind.TDENGINE ? 6041 : 8812)
                : new InetSocketAddress(first.substring(0, colon), Integer.parseInt(first.substring(colon + 1)));
    }

    /** The same URL with other hosts and ports. */
    String jdbcUrl(String authority) {
        return jdbcUrl.replace(URI.create(jdbcUrl.substring(JDBC.length())).getRawAuthority(), authority);
    }

    DatabaseKind kind() {
        return kind;
    }

    public String username() {
        return username;
    }

    public String password() {
        return password;
    }

    /** The name of the database inside the server. */
    public String name() {
        return name;
    }

    /** A table's name in SQL. */
    public String qualified(String table) {
        return kind.qualified(name, table);
    }

    /** Its processes at this moment; none if they are not this program's, or while it is stopped. */
    public List<ProcessHandle> processes() {
        return server.map(DatabaseServer::processes).orElse(List.of());
    }

    /** The server, if it is ours to disturb. */
    Optional<DatabaseServer> server() {
        return server;
    }

    /** A connection of its own to look at the rows. */
    public Connection connect() throws SQLException {
        return connect(PATIENCE);
    }

    /** @param patience how long connecting and each request may take */
    Connection connect(Duration patience) throws SQLException {
        return connect(patience, new Properties());
    }

    /** @param more further properties of the driver */
    Connection connect(Duration patience, Properties more) throws SQLException {
        var properties = kind.properties(username, password, patience);
        properties.putAll(more);
        return DriverManager.getConnection(jdbcUrl, properties);
    }

    /** Whether a failure says that the table is not there (yet). */
    boolean saysMissing(SQLException failure) {
        return kind.saysMissing(failure);
    }

    @Override
    public void close() throws IOException {
        if (server.isPresent()) {
            server.get().close();
        }
        if (dropped) {
            drop();
        }
    }

    private void drop() throws IOException {
        try (var connection = connect();
                var statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS `" + name + "`");
        } catch (SQLException e) {
            throw new IOException("The database " + name + " was left behind in " + jdbcUrl, e);
        }
    }
}
