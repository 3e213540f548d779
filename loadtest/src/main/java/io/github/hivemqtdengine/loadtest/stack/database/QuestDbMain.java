// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.database;

import io.github.hivemqtdengine.loadtest.stack.process.ChildMain;
import io.questdb.Bootstrap;
import io.questdb.DefaultBootstrapConfiguration;
import io.questdb.ServerMain;
import io.questdb.log.LogFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Main class of QuestDB, with the PostgreSQL wire protocol only. */
final class QuestDbMain {

    private static final String LOG_CONFIGURATION = """
            writers=file
            w.file.class=io.questdb.log.LogFileWriter
            w.file.location=${log.dir}/questdb.log
            w.file.level=ERROR
            """;

    private QuestDbMain() {}

    /**
     * Runs until the parent process ends it.
     *
     * @param arguments folder of the database, and port
     */
    public static void main(String[] arguments) throws Exception {
        ChildMain.run(() -> start(Path.of(arguments[0]), Integer.parseInt(arguments[1])));
    }

    @SuppressWarnings("resource") // open until this JVM ends
    private static String start(Path folder, int port) throws Exception {
        var configuration = Files.createDirectories(folder.resolve("conf"));
        Files.writeString(configuration.resolve("log.conf"), LOG_CONFIGURATION);
        // before QuestDB creates its first logger, which otherwise prints to the pipe of the parent
        LogFactory.configureRootDir(folder.toString());
        var arguments = Bootstrap.getServerMainArgs(folder.toString());
        var server = new ServerMain(new Bootstrap(new Settings(port), arguments));
        server.start();
        server.awaitStartup();
        Runtime.getRuntime().addShutdownHook(new Thread(server::close, "questdb-end"));
        return Integer.toString(server.getPgWireServerPort());
    }

    private static final class Settings extends DefaultBootstrapConfiguration {

        private final Map<String, String> environment = new HashMap<>(super.getEnv());

        Settings(int port) {
            environment.putAll(Map.of(
                    "QDB_PG_NET_BIND_TO", "127.0.0.1:" + port,
                    "QDB_PG_USER", QuestDbServer.USERNAME,
                    "QDB_PG_PASSWORD", QuestDbServer.PASSWORD,
                    "QDB_HTTP_ENABLED", "false",
                    "QDB_HTTP_MIN_ENABLED", "false",
                    "QDB_LINE_TCP_ENABLED", "false",
                    "QDB_LINE_UDP_ENABLED", "false",
                    "QDB_PG_NET_CONNECTION_LIMIT", "256", // brokers of all variants, each with up to 32 lanes
                    "QDB_TELEMETRY_ENABLED", "false"));
        }

        @Override
        public Map<String, String> getEnv() {
            return environment;
        }
    }
}
