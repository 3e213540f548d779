// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.publish;

import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import io.github.hivemqtdengine.config.CaptureSettings.Capture;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.pipeline.account.RejectedMessage;
import io.github.hivemqtdengine.route.Route;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Intake of one client's publishes with QoS 1 and 2 whose acknowledgements are tracked. It accepts a message on
 * arrival, if the client's default permissions allow it, or once the broker acknowledges it. Unacknowledged publishes
 * are remembered. Used by one thread at a time.
 */
public final class AcknowledgedIntake {

    private final long connection;
    private final Supplier<MessageSink> sink;
    private final Capture capture;
    private final PendingAck.@Nullable Stage stage;
    private final ClientSession session;
    /** True if the latest packet has the identifier of an earlier one that is not yet known to be accepted. */
    private boolean isIdentifierInUse;

    /**
     * @param connection the number of the connection
     * @param sink returns the sink to use now
     * @param stage the stage that acknowledgements wait for; {@code null} if they do not wait
     */
    public AcknowledgedIntake(
            long connection,
            Supplier<MessageSink> sink,
            Capture capture,
            PendingAck.@Nullable Stage stage,
            ClientSession session) {
        this.connection = connection;
        this.sink = sink;
        this.capture = capture;
        this.stage = stage;
        this.session = session;
    }

    /**
     * Ends the earlier publish with this packet's identifier; for every packet, also those without a route. The broker
     * shows a QoS 2 handshake only once, but each delivery of QoS 1. A client may also reuse an identifier too early.
     */
    void onPublish(PublishPacket packet) {
        var earlier = session.forget(packet.getPacketId(), packet.getQos().getQosNumber());
        isIdentifierInUse = earlier != null && earlier.rejectIfOvertaken(connection);
    }

    /** Returns whether messages are accepted on arrival, so that they may be filtered before they are copied. */
    boolean acceptsOnArrival() {
        return capture == Capture.ON_PUBLISH;
    }

    /** Remembers a message, and accepts it if it does not wait for its acknowledgement. */
    void track(int packetId, List<Route> routes, InboundMessage message) {
        track(packetId, message.qos(), UnacknowledgedPublish.of(connection, sink, routes, message, stage));
    }

    /** Remembers a message that is too large, and makes it a dead letter as {@link #track} accepts one. */
    void trackTooLarge(int packetId, List<Route> routes, RejectedMessage message) {
        var publish = UnacknowledgedPublish.tooLarge(connection, sink, routes, message, stage);
        track(packetId, message.message().qos(), publish);
    }

    private void track(int packetId, int qos, UnacknowledgedPublish publish) {
        if (isIdentifierInUse) {
            publish.markAmbiguous();
        }
        session.put(packetId, qos, publish);
        if (acceptsOnArrival()) {
            publish.decide();
        }
    }

    /** Withholds the acknowledgement of a packet that could not be accepted, if acknowledgements wait. */
    void refuse(PublishPacket packet) {
        if (stage != null) {
            int qos = packet.getQos().getQosNumber();
            session.put(packet.getPacketId(), qos, UnacknowledgedPublish.refused(connection, sink));
        }
    }
}
