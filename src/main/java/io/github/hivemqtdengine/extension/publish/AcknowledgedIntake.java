package io.github.hivemqtdengine.extension.publish;

import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import io.github.hivemqtdengine.config.CaptureSettings.Capture;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.pipeline.account.RejectedMessage;
import io.github.hivemqtdengine.route.Route;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Intake of messages with tracked acknowledgements. It accepts a message on arrival, if the client's default
 * permissions allow it, or once the broker acknowledges it. Unacknowledged publishes are remembered. With QoS 0 there
 * is no sign whether the broker accepts a message.
 */
public final class AcknowledgedIntake implements Intake {

    private final long connection;
    private final MessageSink pipeline;
    private final PublishPermissions permissions;
    private final Capture capture;
    private final PendingAck.@Nullable Stage stage;
    private final ClientSession session;
    /** True if the latest packet has the identifier of an earlier one that is not yet known to be accepted. */
    private boolean isIdentifierInUse;

    /**
     * @param connection the number of the connection
     * @param stage the stage that acknowledgements wait for; {@code null} if they do not wait
     */
    public AcknowledgedIntake(
            long connection,
            MessageSink pipeline,
            PublishPermissions permissions,
            Capture capture,
            PendingAck.@Nullable Stage stage,
            ClientSession session) {
        this.connection = connection;
        this.pipeline = pipeline;
        this.permissions = permissions;
        this.capture = capture;
        this.stage = stage;
        this.session = session;
    }

    /**
     * Ends the earlier publish with this packet's identifier. The broker shows a QoS 2 handshake only once, but each
     * delivery of QoS 1. A client may also reuse an identifier too early.
     */
    @Override
    public void onPublish(PublishPacket packet) {
        int qos = packet.getQos().getQosNumber();
        if (qos > 0) {
            var earlier = session.forget(packet.getPacketId(), qos);
            isIdentifierInUse = earlier != null && earlier.rejectIfOvertaken(connection);
        }
    }

    @Override
    public boolean wants(PublishPacket packet, List<Route> routes) {
        if (capture == Capture.ON_PUBLISH) {
            return permissions.allows(packet);
        }
        return packet.getQos().getQosNumber() > 0;
    }

    @Override
    public boolean acceptsOnArrival() {
        return capture == Capture.ON_PUBLISH;
    }

    /** Counts a QoS 0 message that waits for an acknowledgement as dropped; a denied message is not counted. */
    @Override
    public void skip(PublishPacket packet, List<Route> routes) {
        if (capture == Capture.ON_ACK) {
            pipeline.drop(routes, DropReason.NEVER_ACKNOWLEDGED);
        }
    }

    @Override
    public void accept(int packetId, List<Route> routes, InboundMessage message) {
        if (message.qos() == 0) {
            pipeline.accept(routes, message);
            return;
        }
        track(packetId, message.qos(), UnacknowledgedPublish.of(connection, pipeline, routes, message, stage));
    }

    @Override
    public void reject(int packetId, List<Route> routes, RejectedMessage message) {
        if (message.message().qos() == 0) {
            pipeline.reject(routes, message, null);
            return;
        }
        var publish = UnacknowledgedPublish.tooLarge(connection, pipeline, routes, message, stage);
        track(packetId, message.message().qos(), publish);
    }

    private void track(int packetId, int qos, UnacknowledgedPublish publish) {
        if (isIdentifierInUse) {
            publish.markAmbiguous();
        }
        session.put(packetId, qos, publish);
        if (capture == Capture.ON_PUBLISH) {
            publish.accept();
        }
    }

    @Override
    public void refuse(PublishPacket packet) {
        int qos = packet.getQos().getQosNumber();
        if (qos > 0 && stage != null) {
            session.put(packet.getPacketId(), qos, UnacknowledgedPublish.refused(connection, pipeline));
        }
    }
}
