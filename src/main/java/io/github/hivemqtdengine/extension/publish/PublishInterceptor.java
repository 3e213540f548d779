// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.publish;

import com.hivemq.extension.sdk.api.interceptor.publish.PublishInboundInterceptor;
import com.hivemq.extension.sdk.api.interceptor.publish.parameter.PublishInboundInput;
import com.hivemq.extension.sdk.api.interceptor.publish.parameter.PublishInboundOutput;
import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Lost;
import io.github.hivemqtdengine.message.Metadata;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.time.EpochClock;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Interceptor that copies the publishes of one client to the pipeline. It runs on the broker's threads and waits only
 * for the spool's disk. It never throws, since the broker drops a message whose interceptor throws.
 */
public final class PublishInterceptor implements PublishInboundInterceptor {

    private static final Logger LOG = LoggerFactory.getLogger(PublishInterceptor.class);

    private final Supplier<MessageSink> sink;
    private final Client client;
    private final @Nullable AcknowledgedIntake acknowledged;
    private final MessageLimit limit;
    private final EpochClock arrivals;
    private final ClientBacklog backlog;
    /** Whether a message is accepted on arrival, if the client may publish it; or once it is acknowledged. */
    private final boolean acceptsOnArrival;

    /**
     * Client of a connection.
     *
     * @param id the client identifier
     */
    public record Client(
            String id, @Nullable String userName, PublishPermissions permissions, ConnectionMetadata metadata) {}

    /**
     * @param sink returns the sink to use now
     * @param acknowledged tracks the publishes with an acknowledgement; {@code null} if all are accepted on arrival and
     *     no acknowledgement waits
     */
    public PublishInterceptor(
            Supplier<MessageSink> sink,
            Client client,
            @Nullable AcknowledgedIntake acknowledged,
            MessageLimit limit,
            EpochClock arrivals,
            ClientBacklog backlog) {
        this.sink = sink;
        this.client = client;
        this.acknowledged = acknowledged;
        this.limit = limit;
        this.arrivals = arrivals;
        this.backlog = backlog;
        this.acceptsOnArrival = acknowledged == null || acknowledged.acceptsOnArrival();
    }

    @Override
    public void onInboundPublish(PublishInboundInput input, PublishInboundOutput output) {
        try {
            handle(input.getPublishPacket());
        } catch (RuntimeException | Error e) {
            LOG.error("Internal error: a publish of client \"{}\" is not stored; please report it", client.id, e);
        }
    }

    private void handle(PublishPacket packet) {
        backlog.countSeen();
        var tracking = tracking(packet);
        if (tracking != null) {
            tracking.onPublish(packet);
        }
        var routes = sink.get().match(packet.getTopic());
        if (routes.isEmpty() || (acceptsOnArrival && !client.permissions.allows(packet))) {
            return; // a denied message is not counted
        }
        if (!acceptsOnArrival && tracking == null) {
            sink.get().drop(routes, DropReason.NEVER_ACKNOWLEDGED);
        } else if (backlog.enforceLimit(packet)) {
            copyOrRefuse(packet, routes);
        } else {
            sink.get().drop(routes, DropReason.TOO_FAST);
            lose(packet, routes);
        }
    }

    /** Returns what tracks the packet until its acknowledgement; {@code null} if nothing does, as with QoS 0. */
    private @Nullable AcknowledgedIntake tracking(PublishPacket packet) {
        return acknowledged != null && packet.getQos().getQosNumber() > 0 ? acknowledged : null;
    }

    /** Informs the routes by one value, so that they recognise the same packet. */
    private void lose(PublishPacket packet, List<Route> routes) {
        if (routes.stream().anyMatch(Route::ordersByEdgeNode)) {
            var message = PacketMessage.withoutPayload(packet, client.id, client.userName, arrivals.micros());
            routes.forEach(route -> route.lost(Lost.of(route.id(), message)));
        }
    }

    private void copyOrRefuse(PublishPacket packet, List<Route> routes) {
        try {
            copy(packet, routes);
        } catch (RuntimeException | Error e) {
            var tracking = tracking(packet);
            if (tracking != null) {
                tracking.refuse(packet);
            }
            throw e;
        }
    }

    private void copy(PublishPacket packet, List<Route> matched) {
        var facts = client.metadata.of(packet, matched);
        boolean isFiltered = acceptsOnArrival && Route.anyFilter(matched);
        if (limit.isExceededBy(packet, facts)) {
            rejectTooLarge(packet, matched, facts, isFiltered);
        } else if (isFiltered) {
            filterAndCopy(packet, matched, facts);
        } else {
            var message = PacketMessage.of(packet, client.id, client.userName, arrivals.micros());
            passOn(packet, matched, message.with(facts));
        }
    }

    /** Rejects without a filter if user properties were left out: a filter may need one of those. */
    private void rejectTooLarge(PublishPacket packet, List<Route> matched, Metadata facts, boolean isFiltered) {
        var rejected = limit.reject(packet, client.id, client.userName, arrivals.micros())
                .with(facts);
        int kept = rejected.message().properties().userProperties().size();
        boolean isWhole = kept == packet.getUserProperties().asList().size();
        int payloadBytes = rejected.payload().remaining();
        var routes = isFiltered && isWhole ? sink.get().filter(matched, rejected.message(), payloadBytes) : matched;
        var tracking = tracking(packet);
        if (routes.isEmpty()) {
            return;
        }
        if (tracking == null) {
            sink.get().reject(routes, rejected, null);
        } else {
            tracking.trackTooLarge(packet.getPacketId(), routes, rejected);
        }
    }

    /** Copies the payload only if a route admits the message. */
    private void filterAndCopy(PublishPacket packet, List<Route> matched, Metadata facts) {
        var header = PacketMessage.withoutPayload(packet, client.id, client.userName, arrivals.micros())
                .with(facts);
        int payloadBytes = packet.getPayload().map(ByteBuffer::remaining).orElse(0);
        var routes = sink.get().filter(matched, header, payloadBytes);
        if (!routes.isEmpty()) {
            passOn(packet, routes, header.withPayload(PacketMessage.payloadOf(packet)));
        }
    }

    private void passOn(PublishPacket packet, List<Route> routes, InboundMessage message) {
        var tracking = tracking(packet);
        if (tracking == null) {
            sink.get().accept(routes, message, null);
        } else {
            tracking.track(packet.getPacketId(), routes, message);
        }
    }
}
