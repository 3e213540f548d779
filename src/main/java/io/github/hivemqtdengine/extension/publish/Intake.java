package io.github.hivemqtdengine.extension.publish;

import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.account.RejectedMessage;
import io.github.hivemqtdengine.route.Route;
import java.util.List;

/** Intake of one client's messages, on arrival or on acknowledgement. Used by one thread at a time. */
public interface Intake {

    /** Handles every packet, also those without a route. */
    default void onPublish(PublishPacket packet) {}

    /** Returns whether this packet, which has a route, is to be accepted; called before it is copied. */
    boolean wants(PublishPacket packet, List<Route> routes);

    /** Returns whether a wanted packet is certain to be accepted, so that it may be filtered before it is copied. */
    boolean acceptsOnArrival();

    /** Handles a packet with a route that this intake does not want; called instead of copying it. */
    default void skip(PublishPacket packet, List<Route> routes) {}

    /**
     * Accepts a message.
     *
     * @param packetId the packet identifier; 0 for QoS 0
     */
    void accept(int packetId, List<Route> routes, InboundMessage message);

    /**
     * Makes a message that is too large a dead letter.
     *
     * @param packetId the packet identifier; 0 for QoS 0
     */
    void reject(int packetId, List<Route> routes, RejectedMessage message);

    /** Withholds the acknowledgement of a packet that could not be accepted, if acknowledgements wait. */
    default void refuse(PublishPacket packet) {}
}
