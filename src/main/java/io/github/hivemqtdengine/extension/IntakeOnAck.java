package io.github.hivemqtdengine.extension;

import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.pipeline.Pipeline;
import io.github.hivemqtdengine.pipeline.Receipt;
import io.github.hivemqtdengine.route.Route;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes in what the broker acknowledges, when it does. Of QoS 0 nobody can tell whether the broker accepts it. */
final class IntakeOnAck implements Intake {

    private final Pipeline pipeline;
    private final Receipt.@Nullable Stage stage;
    private final UnacknowledgedPublishes unacknowledged;

    /** @param stage what acknowledgements wait for, or {@code null} if they don't */
    IntakeOnAck(Pipeline pipeline, Receipt.@Nullable Stage stage, UnacknowledgedPublishes unacknowledged) {
        this.pipeline = pipeline;
        this.stage = stage;
        this.unacknowledged = unacknowledged;
    }

    @Override
    public boolean wants(PublishPacket packet, List<Route> routes) {
        boolean isAcknowledged = packet.getQos().getQosNumber() > 0;
        if (!isAcknowledged) {
            pipeline.drop(routes, DropReason.NEVER_ACKNOWLEDGED);
        }
        return isAcknowledged;
    }

    @Override
    public void take(int packetId, List<Route> routes, InboundMessage message) {
        unacknowledged.put(packetId, message.qos(), new Held(routes, message));
    }

    /** A message that waits for its acknowledgement; that may be sent again, but the message is taken in once. */
    private final class Held implements UnacknowledgedPublishes.Publish {

        private final List<Route> routes;
        private @Nullable InboundMessage message;
        private @Nullable Receipt receipt;

        Held(List<Route> routes, InboundMessage message) {
            this.routes = routes;
            this.message = message;
        }

        @Override
        public @Nullable Receipt acknowledged() {
            var accepted = message;
            if (accepted != null) {
                message = null;
                receipt = stage == null ? null : new Receipt(stage);
                pipeline.accept(routes, accepted, receipt);
            }
            return receipt;
        }
    }
}
