// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.connection;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.extension.sdk.api.client.ClientContext;
import com.hivemq.extension.sdk.api.client.parameter.ConnectionInformation;
import com.hivemq.extension.sdk.api.events.client.parameters.ClientInitiatedDisconnectInput;
import com.hivemq.extension.sdk.api.events.client.parameters.ConnectionLostInput;
import com.hivemq.extension.sdk.api.packets.connect.ConnectPacket;
import com.hivemq.extension.sdk.api.packets.connect.WillPublishPacket;
import com.hivemq.extension.sdk.api.packets.general.DisconnectedReasonCode;
import com.hivemq.extension.sdk.api.packets.general.MqttVersion;
import com.hivemq.extension.sdk.api.packets.general.Qos;
import com.hivemq.extensions.packets.general.ModifiableDefaultPermissionsImpl;
import io.github.hivemqtdengine.config.ConfigurationReader;
import io.github.hivemqtdengine.extension.BrokerStub;
import io.github.hivemqtdengine.extension.FussyDatabase;
import io.github.hivemqtdengine.extension.connection.ConnectionEnd.Initiator;
import io.github.hivemqtdengine.extension.publish.MessageLimit;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.DeliverySettings;
import io.github.hivemqtdengine.pipeline.Pipeline;
import io.github.hivemqtdengine.route.RouteCompiler;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.testkit.CapturedLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Conditions under which a waiting will is accepted; LastWillIT checks the same with a real broker. */
class LastWillsTest {

    private static final long SECOND = 1_000_000;
    private static final long ROOM = 1_000;
    private static final long LIMIT = 100_000;

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    @TempDir
    Path folder;

    private long now;
    private Pipeline pipeline;
    private LastWills wills;
    private ClientConnections connections;

    @BeforeEach
    void routeWills() throws Exception {
        var xml = Files.readString(Path.of("conf/examples/raw.xml"))
                .replace("<mqtt-topic-filters>", "<source>last-wills</source><mqtt-topic-filters>")
                .replace("<mqtt-topic-filter>#<", "<mqtt-topic-filter>status/#<");
        var settings = new ConfigurationReader().read(Files.writeString(folder.resolve("config.xml"), xml));
        var routes = settings.routes().stream().map(RouteCompiler::compile).toList();
        pipeline = new Pipeline(
                RouteTable.of(routes),
                List.of(new FussyDatabase("local")),
                DeliverySettings.DEFAULT,
                letter -> true,
                PipelineMetrics.NONE,
                null);
        wills = new LastWills(() -> pipeline, new MessageLimit(LIMIT), () -> now, () -> now, ROOM);
        connections = new ClientConnections(List.of(wills), () -> null);
    }

    @Test
    void shouldAcceptAWillWhenItsDelayIsOver() {
        end(connect("a", false, 10));

        pass(9);
        assertThat(taken()).isZero();
        pass(1);
        assertThat(taken()).isOne();
        pass(100);
        assertThat(taken()).isOne();
    }

    @Test
    void shouldForgetAWillWhoseClientIsBack() {
        end(connect("a", false, 10));

        connect("a", false, 10);

        pass(100);
        assertThat(taken()).isZero();
    }

    @Test
    void shouldAcceptAWillWhenTheSessionBeginsAgain() {
        end(connect("a", false, 10));

        var second = connect("a", true, 10);
        assertThat(taken()).isOne();
        end(second);

        pass(9);
        assertThat(taken()).isOne();
        pass(1);
        assertThat(taken()).isEqualTo(2);
    }

    /** The broker says that the new connection is authenticated before it ends the old one. */
    @Test
    void shouldForgetTheWillOfAConnectionThatWasTakenOver() {
        var old = connect("a", false, 10);
        var fresh = begin("a", false, 10);
        connections.authenticated(fresh);
        end(old);

        connections.initialize(fresh, client());

        pass(100);
        assertThat(taken()).isZero();
    }

    /** The broker may have published it already. */
    @Test
    void shouldAcceptAWillWhoseClientComesBackTooLate() {
        end(connect("a", false, 10));
        now += 11 * SECOND;

        connect("a", false, 10);

        assertThat(taken()).isOne();
    }

    @Test
    void shouldCountWhatItHasNoRoomForAsDroppedOnceItIsPublished() {
        int clients = 100;
        var connected = IntStream.range(0, clients)
                .mapToObj(i -> connect("c" + i, false, 10))
                .toList();
        assertThat(taken()).isZero();

        connected.forEach(this::end);
        pass(10);

        var counters = pipeline.counters("everything");
        assertThat(counters.received()).isEqualTo(clients);
        assertThat(counters.get(DropReason.OVERFLOW)).isBetween(clients - ROOM / 160, clients - 1L);
        assertThat(counters.inFlight()).isEqualTo(clients - counters.dropped());
    }

    @Test
    void shouldHaveRoomAgainForEveryWillThatIsGone() {
        for (int i = 0; i < 100; i++) {
            end(connect("a", false, 10));
            normallyEnd(connect("a", false, 10)); // it is back in time, so the first will is not published either
        }
        pass(10);

        end(connect("last", false, 10));
        pass(10);

        assertThat(pipeline.counters("everything").dropped()).isZero();
        assertThat(taken()).isOne();
    }

    @Test
    void shouldSayHowManyWaitAtAStop() {
        end(connect("a", false, 10));
        end(connect("b", false, 10));

        wills.close();

        pass(100);
        assertThat(taken()).isZero();
        assertThat(log.lines())
                .containsExactly(
                        "WARN 2 last wills were waiting for their delay when the extension stopped; they are not stored");
    }

    private long taken() {
        return pipeline.counters("everything").received();
    }

    private void pass(long seconds) {
        now += seconds * SECOND;
        wills.publishDue();
    }

    private ConnectionInformation connect(String clientId, boolean cleanStart, long delay) {
        var connection = begin(clientId, cleanStart, delay);
        connections.authenticated(connection);
        connections.initialize(connection, client());
        return connection;
    }

    private ConnectionInformation begin(String clientId, boolean cleanStart, long delay) {
        var will = BrokerStub.of(
                WillPublishPacket.class,
                Map.of("getTopic", "status/" + clientId, "getQos", Qos.AT_MOST_ONCE, "getWillDelay", delay));
        var packet = BrokerStub.of(
                ConnectPacket.class,
                Map.of(
                        "getClientId",
                        clientId,
                        "getMqttVersion",
                        MqttVersion.V_5,
                        "getCleanStart",
                        cleanStart,
                        "getSessionExpiryInterval",
                        1_000L,
                        "getWillPublish",
                        Optional.of(will)));
        var connection = BrokerStub.connection();
        connections.begin(connection, packet);
        return connection;
    }

    private void end(ConnectionInformation connection) {
        connections.end(
                Initiator.CONNECTION_LOST,
                BrokerStub.of(ConnectionLostInput.class, Map.of("getConnectionInformation", connection)));
    }

    private void normallyEnd(ConnectionInformation connection) {
        connections.end(
                Initiator.CLIENT,
                BrokerStub.of(
                        ClientInitiatedDisconnectInput.class,
                        Map.of(
                                "getConnectionInformation",
                                connection,
                                "getReasonCode",
                                Optional.of(DisconnectedReasonCode.NORMAL_DISCONNECTION))));
    }

    private static ClientContext client() {
        return BrokerStub.of(
                ClientContext.class, Map.of("getDefaultPermissions", new ModifiableDefaultPermissionsImpl()));
    }
}
