package io.github.hivemqtdengine.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.DeliverySettings;
import io.github.hivemqtdengine.pipeline.Pipeline;
import io.github.hivemqtdengine.pipeline.Receipt.Stage;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.testkit.CapturedLog;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ClientSessionsTest {

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    private final Pipeline pipeline = new Pipeline(
            RouteTable.of(List.of()), List.of(), DeliverySettings.DEFAULT, letter -> true, PipelineMetrics.NONE);
    private final ClientSessions sessions = new ClientSessions(2, 10_000);

    @Test
    void shouldKeepHandshakesAndForgetTheRestWhenAClientComesBack() {
        var session = sessions.connected("c");
        var handshake = publish(2, 10);
        session.put(7, 2, handshake);
        session.put(7, 1, publish(1, 10));
        sessions.disconnected("c");

        var again = sessions.connected("c");

        assertThat(again.get(7, 2)).isSameAs(handshake);
        assertThat(again.get(7, 1)).isNull();
    }

    /** The broker may tell of the end of the old connection behind the beginning of the new one. */
    @Test
    void shouldKeepTheSessionOfAClientThatTakesOverItsOwnConnection() {
        var session = sessions.connected("c");
        var second = sessions.connected("c");
        sessions.disconnected("c");
        second.put(1, 2, publish(2, 10));

        assertThat(second).isSameAs(session);
        assertThat(sessions.connected("c").get(1, 2)).isNotNull();
    }

    @Test
    void shouldForgetThoseThatLeftFirstWhereThereAreTooMany() {
        leaveWith("first", 10);
        leaveWith("second", 10);
        leaveWith("third", 10);

        assertThat(sessions.connected("first").isOver()).isTrue();
        assertThat(sessions.connected("second").isOver()).isFalse();
        assertThat(sessions.connected("third").isOver()).isFalse();
        assertThat(log.lines()).singleElement().asString().contains("first");
    }

    @Test
    void shouldForgetThoseThatLeftFirstWhereTheyAreTooLarge() {
        leaveWith("first", 6_000);
        leaveWith("second", 6_000);

        assertThat(sessions.connected("first").isOver()).isTrue();
        assertThat(sessions.connected("second").isOver()).isFalse();
    }

    private void leaveWith(String clientId, int bytes) {
        sessions.connected(clientId).put(1, 2, publish(2, bytes));
        sessions.disconnected(clientId);
    }

    private UnacknowledgedPublish publish(int qos, int bytes) {
        var message = new InboundMessage("t", new byte[bytes], "c", null, qos, false, false, Mqtt5Properties.NONE, 1);
        return new UnacknowledgedPublish(this, pipeline, List.of(), message, Stage.SETTLED);
    }
}
