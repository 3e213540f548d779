package io.github.hivemqtdengine.extension;

import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.Pipeline;
import io.github.hivemqtdengine.pipeline.RejectedMessage;
import io.github.hivemqtdengine.route.Route;
import java.util.List;

/** Takes in what the client's default permissions allow, when it comes, and leaves its acknowledgement alone. */
final class DirectIntake implements Intake {

    private final Pipeline pipeline;
    private final PublishPermissions permissions;

    DirectIntake(Pipeline pipeline, PublishPermissions permissions) {
        this.pipeline = pipeline;
        this.permissions = permissions;
    }

    @Override
    public boolean wants(PublishPacket packet, List<Route> routes) {
        return permissions.allow(packet);
    }

    @Override
    public void take(int packetId, List<Route> routes, InboundMessage message) {
        pipeline.accept(routes, message);
    }

    @Override
    public void reject(int packetId, List<Route> routes, RejectedMessage message) {
        pipeline.reject(routes, message, null);
    }
}
