// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.testkit.Connections;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedQuestDbIT {

    @TempDir
    Path folder;

    @Test
    void shouldKeepRowsOverARestartOnTheSamePorts() throws SQLException {
        int pgPort;
        int httpPort;
        try (var database = EmbeddedQuestDb.start(folder, 0, 0)) {
            pgPort = database.pgPort();
            httpPort = database.httpPort();
            execute(database, "CREATE TABLE readings (ts TIMESTAMP, v DOUBLE) TIMESTAMP(ts) PARTITION BY DAY WAL");
            execute(database, "INSERT INTO readings VALUES (1000, 1.5), (2000, 2.5)");
            await().untilAsserted(() -> assertThat(count(database)).isEqualTo(2));
        }

        try (var database = EmbeddedQuestDb.start(folder, pgPort, httpPort)) {
            assertThat(database.pgPort()).isEqualTo(pgPort);
            assertThat(count(database)).isEqualTo(2);
            execute(database, "INSERT INTO readings VALUES (3000, 3.5)");
            await().untilAsserted(() -> assertThat(count(database)).isEqualTo(3));
        }
    }

    @Test
    void shouldServeTheWebConsoleOnTheLoopbackAddressOnly() throws Exception {
        try (var database = EmbeddedQuestDb.start(folder, 0, 0)) {
            var page = HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(database.consoleUri()).build(), BodyHandlers.ofString());

            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.body()).contains("QuestDB");
            assertThat(InetAddress.getByName(database.consoleUri().getHost()).isLoopbackAddress())
                    .isTrue();
            assertThat(URI.create(database.jdbcUrl().substring("jdbc:".length()))
                            .getPort())
                    .isEqualTo(database.pgPort());
        }
    }

    private static void execute(EmbeddedQuestDb database, String sql) throws SQLException {
        try (var connection = connect(database);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static long count(EmbeddedQuestDb database) throws SQLException {
        try (var connection = connect(database);
                var statement = connection.createStatement();
                var result = statement.executeQuery("SELECT count() FROM readings")) {
            result.next();
            return result.getLong(1);
        }
    }

    private static Connection connect(EmbeddedQuestDb database) throws SQLException {
        return Connections.open(database.jdbcUrl(), EmbeddedQuestDb.USERNAME, EmbeddedQuestDb.PASSWORD);
    }
}
