package io.github.hivemqtdengine.extension.publish;

import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.pipeline.account.RejectedMessage;
import io.github.hivemqtdengine.route.Route;
import java.util.List;

/** Intake of messages on arrival, if the client's default permissions allow them. Ignores acknowledgements. */
public final class DirectIntake implements Intake {

    private final MessageSink sink;
    private final PublishPermissions permissions;

    public DirectIntake(MessageSink sink, PublishPermissions permissions) {
        this.sink = sink;
        this.permissions = permissions;
    }

    @Override
    public boolean wants(PublishPacket packet, List<Route> routes) {
        return permissions.allows(packet);
    }

    @Override
    public boolean acceptsOnArrival() {
        return true;
    }

    @Override
    public void accept(int packetId, List<Route> routes, InboundMessage message) {
        sink.accept(routes, message);
    }

    @Override
    public void reject(int packetId, List<Route> routes, RejectedMessage message) {
        sink.reject(routes, message, null);
    }
}
