package io.github.hivemqtdengine.extension.publish;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.extension.sdk.api.packets.auth.DefaultAuthorizationBehaviour;
import com.hivemq.extension.sdk.api.packets.general.Qos;
import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import com.hivemq.extensions.packets.general.ModifiableDefaultPermissionsImpl;
import io.github.hivemqtdengine.config.CaptureSettings.Capture;
import io.github.hivemqtdengine.config.ConfigurationException;
import io.github.hivemqtdengine.config.ConfigurationReader;
import io.github.hivemqtdengine.extension.BrokerStub;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.pipeline.account.RejectedMessage;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.Route;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AcknowledgedIntakeTest {

    private final ModifiableDefaultPermissionsImpl permissions = new ModifiableDefaultPermissionsImpl();
    private final RecordingSink sink = new RecordingSink(routes());

    @Test
    void shouldCountQosZeroAsDroppedIfAcknowledgementsDecide() {
        publish(Capture.ON_ACK);

        assertThat(sink.dropped).containsExactly(DropReason.NEVER_ACKNOWLEDGED);
        assertThat(sink.accepted).isEmpty();
    }

    @Test
    void shouldNotCountADeniedMessage() {
        permissions.setDefaultBehaviour(DefaultAuthorizationBehaviour.DENY);

        publish(Capture.ON_PUBLISH);

        assertThat(sink.dropped).isEmpty();
        assertThat(sink.accepted).isEmpty();
    }

    private void publish(Capture capture) {
        var intake = new AcknowledgedIntake(
                1, sink, new PublishPermissions(permissions), capture, null, new ClientSession());
        var packet = BrokerStub.of(
                PublishPacket.class,
                Map.of("getTopic", "t", "getQos", Qos.AT_MOST_ONCE, "getPacketId", 0, "getRetain", false));
        ClientPublishes.publish(
                packet, ClientPublishes.interceptor(sink, intake, () -> 1, ClientBacklogTest.unlimited()));
    }

    private static List<Route> routes() {
        try {
            return new ConfigurationReader()
                    .read(Path.of("conf/config.xml")).routes().stream()
                            .map(Route::of)
                            .toList();
        } catch (ConfigurationException e) {
            throw new AssertionError(e);
        }
    }

    /** Sink that records what it is given. */
    private static final class RecordingSink implements MessageSink {

        private final List<Route> routes;
        private final List<DropReason> dropped = new ArrayList<>();
        private final List<InboundMessage> accepted = new ArrayList<>();

        private RecordingSink(List<Route> routes) {
            this.routes = routes;
        }

        @Override
        public List<Route> match(String topic) {
            return routes;
        }

        @Override
        public List<Route> match(MessageSource source, String topic) {
            return routes;
        }

        @Override
        public void accept(List<Route> matched, InboundMessage message, @Nullable PendingAck pendingAck) {
            accepted.add(message);
        }

        @Override
        public void reject(List<Route> matched, RejectedMessage message, @Nullable PendingAck pendingAck) {
            throw new AssertionError("rejected");
        }

        @Override
        public void drop(List<Route> matched, DropReason reason) {
            dropped.add(reason);
        }
    }
}
