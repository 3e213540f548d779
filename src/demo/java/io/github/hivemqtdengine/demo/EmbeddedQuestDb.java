// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import io.questdb.Bootstrap;
import io.questdb.DefaultBootstrapConfiguration;
import io.questdb.ServerMain;
import io.questdb.log.LogFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * QuestDB in this process, with the PostgreSQL wire protocol and the web console on the loopback address. All files are
 * below one folder, and a restart on it keeps the rows.
 */
public final class EmbeddedQuestDb implements AutoCloseable {

    public static final String USERNAME = "admin";
    public static final String PASSWORD = "quest";

    private static final String HOST = "127.0.0.1";
    private static final String LOG_CONFIGURATION = """
            writers=file
            w.file.class=io.questdb.log.LogFileWriter
            w.file.location=${log.dir}/questdb.log
            w.file.level=ERROR
            """;

    private final ServerMain server;

    private EmbeddedQuestDb(ServerMain server) {
        this.server = server;
    }

    /**
     * Starts a server and waits until it is ready.
     *
     * @param folder the folder of all files, created if missing
     * @param pgPort the port of the PostgreSQL wire protocol, 0 for a free one
     * @param httpPort the port of the web console, 0 for a free one
     */
    public static EmbeddedQuestDb start(Path folder, int pgPort, int httpPort) {
        prepare(folder);
        var server = QuietConsole.call(() -> {
            // before QuestDB creates its first logger, which fixes the log folder of the process
            LogFactory.configureRootDir(folder.toAbsolutePath().toString());
            var arguments = Bootstrap.getServerMainArgs(folder.toAbsolutePath().toString());
            var started = new ServerMain(new Bootstrap(new Settings(pgPort, httpPort), arguments));
            started.start();
            started.awaitStartup();
            return started;
        });
        return new EmbeddedQuestDb(server);
    }

    private static void prepare(Path folder) {
        try {
            var configuration = Files.createDirectories(folder.resolve("conf"));
            Files.writeString(configuration.resolve("log.conf"), LOG_CONFIGURATION);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int pgPort() {
        return server.getPgWireServerPort();
    }

    public int httpPort() {
        return server.getHttpServerPort();
    }

    /** Returns the URL for the PostgreSQL driver. */
    public String jdbcUrl() {
        return "jdbc:postgresql://" + HOST + ":" + pgPort() + "/qdb";
    }

    /** Returns the address of the web console. */
    public URI consoleUri() {
        return URI.create("http://" + HOST + ":" + httpPort() + "/index.html");
    }

    /** Stops the server; committed rows stay in the folder. Calling it twice is harmless. */
    @Override
    public void close() {
        QuietConsole.call(() -> {
            server.close();
            return server;
        });
    }

    /** Settings as environment variables, which take precedence over {@code server.conf}. */
    private static final class Settings extends DefaultBootstrapConfiguration {

        /**
         * Their idle workers look for work 7,000 times without a pause and 3,000 times after a nap of a millisecond before
         * they sleep, which took a third of the processor from the tests.
         */
        private static final List<String> WORKER_POOLS =
                List.of("SHARED", "WAL_APPLY", "MAT_VIEW_REFRESH", "VIEW_COMPILER", "EXPORT");

        private final Map<String, String> environment;

        Settings(int pgPort, int httpPort) {
            environment = new HashMap<>(super.getEnv());
            environment.putAll(Map.of(
                    "QDB_PG_NET_BIND_TO", HOST + ":" + pgPort,
                    "QDB_PG_USER", USERNAME,
                    "QDB_PG_PASSWORD", PASSWORD,
                    "QDB_HTTP_NET_BIND_TO", HOST + ":" + httpPort,
                    "QDB_HTTP_MIN_ENABLED", "false",
                    "QDB_LINE_TCP_ENABLED", "false",
                    "QDB_LINE_UDP_ENABLED", "false",
                    "QDB_LINE_HTTP_ENABLED", "false",
                    "QDB_TELEMETRY_ENABLED", "false"));
            for (var pool : WORKER_POOLS) {
                environment.put("QDB_" + pool + "_WORKER_NAP_THRESHOLD", "20");
                environment.put("QDB_" + pool + "_WORKER_SLEEP_THRESHOLD", "40");
            }
        }

        @Override
        public Map<String, String> getEnv() {
            return environment;
        }

        @Override
        public String getBanner() {
            return "";
        }
    }
}
