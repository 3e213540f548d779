package io.github.hivemqtdengine.extension;

import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.Pipeline;
import io.github.hivemqtdengine.pipeline.Receipt;
import io.github.hivemqtdengine.route.Route;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes in what the client's default permissions allow, when it comes. */
final class IntakeOnPublish implements Intake {

    private final Pipeline pipeline;
    private final PublishPermissions permissions;
    private final Receipt.@Nullable Stage stage;
    private final UnacknowledgedPublishes unacknowledged;

    /** @param stage what acknowledgements wait for, or {@code null} if they don't */
    IntakeOnPublish(
            Pipeline pipeline,
            PublishPermissions permissions,
            Receipt.@Nullable Stage stage,
            UnacknowledgedPublishes unacknowledged) {
        this.pipeline = pipeline;
        this.permissions = permissions;
        this.stage = stage;
        this.unacknowledged = unacknowledged;
    }

    @Override
    public boolean wants(PublishPacket packet, List<Route> routes) {
        return permissions.allow(packet);
    }

    @Override
    public void take(int packetId, List<Route> routes, InboundMessage message) {
        if (stage == null || message.qos() == 0) {
            pipeline.accept(routes, message);
            return;
        }
        var receipt = new Receipt(stage);
        unacknowledged.put(packetId, message.qos(), () -> receipt);
        pipeline.accept(routes, message, receipt);
    }
}
