package io.github.hivemqtdengine.extension;

import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.RejectedMessage;
import io.github.hivemqtdengine.route.Route;
import java.util.List;

/** Takes in what one client publishes, at once or later. One thread at a time. */
interface Intake {

    /** Sees every packet, also those that no route wants. */
    default void see(PublishPacket packet) {}

    /** Whether this packet, which routes want, is to be taken in; asked before it is copied. */
    boolean wants(PublishPacket packet, List<Route> routes);

    /**
     * Takes a message in.
     *
     * @param packetId what its acknowledgement will name, 0 for QoS 0
     */
    void take(int packetId, List<Route> routes, InboundMessage message);

    /**
     * Makes a message that is too large a dead letter.
     *
     * @param packetId what its acknowledgement will name, 0 for QoS 0
     */
    void reject(int packetId, List<Route> routes, RejectedMessage message);

    /** Withholds the acknowledgement of a packet that could not be taken in, where acknowledgements are a promise. */
    default void refuse(PublishPacket packet) {}
}
