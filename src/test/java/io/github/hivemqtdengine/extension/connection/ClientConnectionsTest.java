// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.hivemq.extension.sdk.api.client.ClientContext;
import com.hivemq.extension.sdk.api.client.parameter.ConnectionInformation;
import com.hivemq.extension.sdk.api.events.client.parameters.ConnectionLostInput;
import com.hivemq.extension.sdk.api.packets.connect.ConnectPacket;
import com.hivemq.extension.sdk.api.packets.connect.WillPublishPacket;
import com.hivemq.extension.sdk.api.packets.general.MqttVersion;
import io.github.hivemqtdengine.extension.BrokerStub;
import io.github.hivemqtdengine.extension.connection.ClientConnections.ConnectionWatch;
import io.github.hivemqtdengine.extension.connection.ConnectionEnd.Initiator;
import io.github.hivemqtdengine.testkit.CapturedLog;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ClientConnectionsTest {

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    private final List<String> seen = new ArrayList<>();
    private final ClientContext client = BrokerStub.of(ClientContext.class, Map.of());
    private ConnectionInformation information = BrokerStub.connection();

    @Test
    void shouldReportAConnectionFromItsAcceptanceToItsEnd() {
        var connections = new ClientConnections(List.of(new Recorder()), () -> null);

        connections.begin(information, packet());
        connections.authenticated(information);
        connections.initialize(information, client);
        connections.authenticated(information); // once more in the middle of it
        connections.end(Initiator.CONNECTION_LOST, end());
        connections.end(Initiator.CONNECTION_LOST, end());

        assertThat(seen).containsExactly("returned", "returned", "accepted", "ended CONNECTION_LOST");
    }

    @Test
    void shouldNotReportAConnectionThatIsNotAccepted() {
        var connections = new ClientConnections(List.of(new Recorder()), () -> null);

        connections.begin(information, packet());
        connections.end(Initiator.SERVER, end());

        assertThat(seen).isEmpty();
    }

    /** The broker does not report the end of all connections that are never accepted. */
    @Test
    void shouldForgetTheOldestOfManyThatAreNeverAccepted() {
        var connections = new ClientConnections(List.of(new Recorder()), () -> null);
        var will = BrokerStub.of(
                WillPublishPacket.class,
                Map.of("getTopic", "t", "getPayload", Optional.of(ByteBuffer.allocate(1 << 20))));
        var large = BrokerStub.of(
                ConnectPacket.class,
                Map.of("getClientId", "c", "getMqttVersion", MqttVersion.V_5, "getWillPublish", Optional.of(will)));
        var oldest = information;
        connections.begin(oldest, large);
        for (int i = 0; i < 100; i++) {
            information = BrokerStub.connection();
            connections.begin(information, large);
        }

        connections.authenticated(oldest);
        assertThat(seen).isEmpty();
        connections.authenticated(information);
        assertThat(seen).containsExactly("returned");
    }

    /** An extension may start in a running broker. */
    @Test
    void shouldNotReportAConnectionWhoseStartItHasNotSeen() {
        var connections = new ClientConnections(List.of(new Recorder()), () -> null);

        connections.authenticated(information);
        connections.initialize(information, client);
        connections.end(Initiator.CONNECTION_LOST, end());

        assertThat(seen).isEmpty();
    }

    /** An extension may stop and start again in a running broker. */
    @Test
    void shouldNotTakeAConnectionOfAnEarlierRunForOneOfItsOwn() {
        var earlier = information;
        new ClientConnections(List.of(new Recorder()), () -> null).begin(earlier, packet());
        var connections = new ClientConnections(List.of(new Recorder()), () -> null);
        information = BrokerStub.connection();
        connections.begin(information, packet());
        connections.initialize(information, client);

        connections.end(
                Initiator.CONNECTION_LOST,
                BrokerStub.of(ConnectionLostInput.class, Map.of("getConnectionInformation", earlier)));

        assertThat(seen).containsExactly("returned", "accepted");
    }

    @Test
    void shouldNotCallTheBrokerWithoutWatches() {
        var connections = new ClientConnections(List.of(), () -> null);
        information = BrokerStub.of(ConnectionInformation.class, Map.of()); // has no attributes

        assertThatCode(() -> {
                    connections.begin(information, packet());
                    connections.authenticated(information);
                    connections.initialize(information, client);
                    connections.end(Initiator.CONNECTION_LOST, end());
                })
                .doesNotThrowAnyException();
    }

    @Test
    void shouldThrowNothingIntoTheBroker() {
        var failing = new ConnectionWatch() {
            @Override
            public void accepted(ClientConnection connection) {
                throw new IllegalStateException("out of order");
            }

            @Override
            public void ended(ClientConnection connection, ConnectionEnd end) {
                throw new AssertionError("out of order");
            }
        };
        var connections = new ClientConnections(List.of(failing, new Recorder()), () -> null);

        connections.begin(information, packet());
        connections.initialize(information, client);
        connections.end(Initiator.CONNECTION_LOST, end());

        assertThat(seen).containsExactly("returned", "accepted", "ended CONNECTION_LOST");
        assertThat(log.lines())
                .hasSize(2)
                .allSatisfy(line ->
                        assertThat(line).startsWith("ERROR Internal error: an event of client \"c\" is not stored"));
    }

    private static ConnectPacket packet() {
        return BrokerStub.of(ConnectPacket.class, Map.of("getClientId", "c", "getMqttVersion", MqttVersion.V_5));
    }

    private ConnectionLostInput end() {
        return BrokerStub.of(ConnectionLostInput.class, Map.of("getConnectionInformation", information));
    }

    private final class Recorder implements ConnectionWatch {

        @Override
        public void returned(ClientConnection connection) {
            seen.add("returned");
        }

        @Override
        public void accepted(ClientConnection connection) {
            seen.add("accepted");
        }

        @Override
        public void ended(ClientConnection connection, ConnectionEnd end) {
            seen.add("ended " + end.initiator());
        }
    }
}
