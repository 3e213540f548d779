// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.extension.BrokerStub;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.DeliverySettings;
import io.github.hivemqtdengine.pipeline.Pipeline;
import io.github.hivemqtdengine.pipeline.account.PendingAck.Stage;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.testkit.CapturedLog;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ClientSessionsTest {

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    private final Pipeline pipeline = new Pipeline(
            RouteTable.of(List.of()), List.of(), DeliverySettings.DEFAULT, letter -> true, PipelineMetrics.NONE, null);
    private final ClientSessions sessions = new ClientSessions(2, 10_000);

    @Test
    void shouldKeepHandshakesAndForgetTheRestWhenAClientComesBack() {
        var connection = BrokerStub.connection();
        var session = sessions.connected("c", connection).session();
        var handshake = publish(2, 10);
        session.put(7, 2, handshake);
        session.put(7, 1, publish(1, 10));
        sessions.disconnected("c", connection);

        var again = connected("c");

        assertThat(again.get(7, 2)).isSameAs(handshake);
        assertThat(again.get(7, 1)).isNull();
    }

    /** The broker may report the end of the old connection after the beginning of the new one. */
    @Test
    void shouldKeepTheSessionOfAClientThatTakesOverItsOwnConnection() {
        var connection = BrokerStub.connection();
        var session = sessions.connected("c", connection).session();
        var second = connected("c");
        sessions.disconnected("c", connection);
        second.put(1, 2, publish(2, 10));

        assertThat(second).isSameAs(session);
        assertThat(connected("c").get(1, 2)).isNotNull();
    }

    @Test
    void shouldForgetThoseThatLeftFirstWhereThereAreTooMany() {
        leaveWith("first", 10);
        leaveWith("second", 10);
        leaveWith("third", 10);
        leaveWith("fourth", 10);

        assertThat(connected("first").isOver()).isTrue();
        assertThat(connected("second").isOver()).isTrue();
        assertThat(connected("third").isOver()).isFalse();
        assertThat(connected("fourth").isOver()).isFalse();
        assertThat(sessions.forgotten()).isEqualTo(2);
        assertThat(log.lines())
                .as("at most every 10 s")
                .singleElement()
                .asString()
                .contains("first", "clients so far: 1");
    }

    @Test
    void shouldForgetThoseThatLeftFirstWhereTheyAreTooLarge() {
        leaveWith("first", 6_000);
        leaveWith("second", 6_000);

        assertThat(connected("first").isOver()).isTrue();
        assertThat(connected("second").isOver()).isFalse();
    }

    /**
     * A second connection may end the first one before the first has its interceptors. Then the end is reported first.
     */
    @Test
    void shouldForgetAConnectionWhoseEndComesBeforeItsBeginning() {
        var overtaken = BrokerStub.connection();
        sessions.disconnected("c", overtaken);
        var late = sessions.connected("c", overtaken).session();
        late.put(1, 2, publish(2, 10));

        assertThat(sessions.clients()).isZero();
        var second = BrokerStub.connection();
        assertThat(sessions.connected("c", second).session()).isNotSameAs(late);
        sessions.disconnected("c", second);
        assertThat(sessions.clients()).isZero();
    }

    @Test
    void shouldCountTheEndOfAConnectionOnce() {
        var first = BrokerStub.connection();
        sessions.connected("c", first);
        connected("c");

        sessions.disconnected("c", first);
        sessions.disconnected("c", first);

        assertThat(sessions.clients()).isEqualTo(1);
    }

    /** It publishes them again, and nothing else would ever remove them. */
    @Test
    void shouldForgetWhatCameWithQos1WhenItsConnectionEnds() {
        var connection = BrokerStub.connection();
        var begun = sessions.connected("c", connection);
        begun.session().put(1, 1, publish(begun.connection(), 1, 3_000));
        begun.session().put(1, 2, publish(begun.connection(), 2, 3_000));
        assertThat(sessions.publishes()).isEqualTo(2);
        assertThat(sessions.bytes()).isBetween(6_000L, 8_000L);

        sessions.disconnected("c", connection);

        assertThat(sessions.publishes()).isEqualTo(1);
        assertThat(sessions.bytes()).isBetween(3_000L, 4_000L);
    }

    private ClientSession connected(String clientId) {
        return sessions.connected(clientId, BrokerStub.connection()).session();
    }

    private void leaveWith(String clientId, int bytes) {
        var connection = BrokerStub.connection();
        sessions.connected(clientId, connection).session().put(1, 2, publish(2, bytes));
        sessions.disconnected(clientId, connection);
    }

    private UnacknowledgedPublish publish(int qos, int bytes) {
        return publish(1, qos, bytes);
    }

    private UnacknowledgedPublish publish(long connection, int qos, int bytes) {
        var message = new InboundMessage("t", new byte[bytes], "c", null, qos, false, false, Mqtt5Properties.NONE, 1);
        return UnacknowledgedPublish.of(connection, () -> pipeline, List.of(), message, Stage.COMPLETED);
    }
}
