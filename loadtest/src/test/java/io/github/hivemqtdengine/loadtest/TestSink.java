// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.github.hivemqtdengine.loadtest.stack.database.QuestDbServer;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Base64;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Sink of any broker: a subscriber that stores payloads as Base64 in a table, and may lose some. */
final class TestSink implements AutoCloseable {

    private final ExecutorService writer = Executors.newSingleThreadExecutor();
    private final Mqtt5AsyncClient client;
    private final Connection connection;
    private final PreparedStatement insert;
    private final int lost;
    private int received;

    /** @param lost number of each message that is lost, as the tenth; 0 for none */
    TestSink(InetSocketAddress broker, QuestDbServer server, int lost) throws SQLException {
        this.lost = lost;
        connection = DriverManager.getConnection(server.jdbcUrl(), server.username(), server.password());
        try (var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS mqtt (payload VARCHAR)");
        }
        insert = connection.prepareStatement("INSERT INTO mqtt VALUES (?)");
        client = MqttClient.builder()
                .useMqttVersion5()
                .identifier("sink-" + lost)
                .serverAddress(broker)
                .buildAsync();
        client.connect().join();
        client.subscribeWith().topicFilter("#").callback(this::received).send().join();
    }

    private void received(Mqtt5Publish message) {
        received++;
        if (lost == 0 || received % lost != 0) {
            var payload = Base64.getEncoder().encodeToString(message.getPayloadAsBytes());
            writer.execute(() -> store(payload));
        }
    }

    private void store(String payload) {
        try {
            insert.setString(1, payload);
            insert.execute();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws SQLException {
        client.disconnect().join();
        writer.shutdown();
        connection.close();
    }
}
