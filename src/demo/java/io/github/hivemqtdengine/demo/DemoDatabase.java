// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Database of the demo: an embedded QuestDB, or an existing TDengine. */
final class DemoDatabase implements AutoCloseable {

    private final String jdbcUrl;
    private final String user;
    private final String password;
    private final String name;
    private final @Nullable EmbeddedQuestDb questDb;

    private DemoDatabase(String jdbcUrl, String user, String password, String name, @Nullable EmbeddedQuestDb questDb) {
        this.jdbcUrl = jdbcUrl;
        this.user = user;
        this.password = password;
        this.name = name;
        this.questDb = questDb;
    }

    /**
     * Starts the embedded database, or connects to the existing one.
     *
     * @throws DemoException if that fails
     */
    static DemoDatabase open(DemoOptions options) {
        var url = options.tdengineUrl;
        return url == null ? questDb(options) : tdengine(url, options);
    }

    private static DemoDatabase questDb(DemoOptions options) {
        int pgPort = Ports.choose(options.pgPort, 8812, "QuestDB's PostgreSQL protocol", "--pg-port");
        int httpPort = Ports.choose(options.httpPort, 9000, "QuestDB's web console", "--http-port");
        var server = EmbeddedQuestDb.start(options.folder().resolve("questdb"), pgPort, httpPort);
        return new DemoDatabase(server.jdbcUrl(), EmbeddedQuestDb.USERNAME, EmbeddedQuestDb.PASSWORD, "qdb", server);
    }

    private static DemoDatabase tdengine(String url, DemoOptions options) {
        try {
            DriverManager.getConnection(url, options.user, options.password).close();
            return new DemoDatabase(url, options.user, options.password, options.database, null);
        } catch (SQLException e) {
            throw new DemoException(
                    "User " + options.user + " can't connect to TDengine at " + url + ": " + e.getMessage(), e);
        }
    }

    /** Returns the elements of {@code <database>} for this database. */
    Map<String, String> settings() {
        return Map.of("jdbc-url", jdbcUrl, "username", user, "password", password, "name", name);
    }

    /** Opens the rows that the extension stores. */
    StoredRows storedRows() {
        var url = questDb == null ? jdbcUrl.replaceAll("/*$", "") + "/" + name : jdbcUrl;
        return new StoredRows(() -> DriverManager.getConnection(url, user, password), questDb == null ? '`' : '"');
    }

    /** Returns the addresses of the database for the console. */
    String description() {
        if (questDb == null) {
            return "TDengine   " + jdbcUrl + ", database " + name;
        }
        return "QuestDB    web console " + questDb.consoleUri() + "\n" + "           psql -h 127.0.0.1 -p "
                + questDb.pgPort() + " -U " + user + " qdb   (password " + password + ")";
    }

    /** Returns a query for the newest rows of a table, for the console. */
    String queryHint(String table) {
        var query = "SELECT * FROM " + table + " ORDER BY ts DESC LIMIT 10";
        return questDb == null
                ? "taos> SELECT * FROM " + name + "." + table + " ORDER BY ts DESC LIMIT 10;"
                : query + "   in the web console, " + questDb.consoleUri();
    }

    @Override
    public void close() {
        if (questDb != null) {
            questDb.close();
        }
    }
}
