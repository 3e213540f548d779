package io.github.hivemqtdengine.extension.publish;

import com.hivemq.extension.sdk.api.interceptor.publish.PublishInboundInterceptor;
import com.hivemq.extension.sdk.api.interceptor.publish.parameter.PublishInboundInput;
import com.hivemq.extension.sdk.api.interceptor.publish.parameter.PublishInboundOutput;
import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import io.github.hivemqtdengine.message.Lost;
import io.github.hivemqtdengine.message.Metadata;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.time.EpochClock;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Interceptor that copies the publishes of one client to the pipeline. It runs on the broker's threads and waits only
 * for the spool's disk. It never throws, since the broker drops a message whose interceptor throws.
 */
public final class PublishInterceptor implements PublishInboundInterceptor {

    private static final Logger LOG = LoggerFactory.getLogger(PublishInterceptor.class);

    private final MessageSink sink;
    private final Intake intake;
    private final MessageLimit limit;
    private final EpochClock arrivals;
    private final ClientBacklog backlog;
    private final String clientId;
    private final @Nullable String userName;
    private final ConnectionMetadata metadata;

    public PublishInterceptor(
            MessageSink sink,
            Intake intake,
            MessageLimit limit,
            EpochClock arrivals,
            ClientBacklog backlog,
            String clientId,
            @Nullable String userName,
            ConnectionMetadata metadata) {
        this.sink = sink;
        this.intake = intake;
        this.limit = limit;
        this.arrivals = arrivals;
        this.backlog = backlog;
        this.clientId = clientId;
        this.userName = userName;
        this.metadata = metadata;
    }

    @Override
    public void onInboundPublish(PublishInboundInput input, PublishInboundOutput output) {
        try {
            handle(input.getPublishPacket());
        } catch (RuntimeException | Error e) {
            LOG.error("Internal error: a publish of client \"{}\" is not stored; please report it", clientId, e);
        }
    }

    private void handle(PublishPacket packet) {
        backlog.countSeen();
        intake.onPublish(packet);
        var routes = sink.match(packet.getTopic());
        if (routes.isEmpty()) {
            return;
        }
        if (!intake.wants(packet, routes)) {
            intake.skip(packet, routes);
        } else if (backlog.enforceLimit(packet)) {
            acceptOrRefuse(packet, routes);
        } else {
            sink.drop(routes, DropReason.TOO_FAST);
            routes.stream().filter(Route::ordersByEdgeNode).forEach(route -> miss(packet, route));
        }
    }

    private void miss(PublishPacket packet, Route route) {
        var message = PacketMessage.withoutPayload(packet, clientId, userName, arrivals.micros());
        route.lost(Lost.of(route.id(), message));
    }

    private void acceptOrRefuse(PublishPacket packet, List<Route> routes) {
        try {
            accept(packet, routes);
        } catch (RuntimeException | Error e) {
            intake.refuse(packet);
            throw e;
        }
    }

    private void accept(PublishPacket packet, List<Route> matched) {
        var facts = metadata.of(packet, matched);
        boolean isFiltered = intake.acceptsOnArrival() && Route.anyFilter(matched);
        if (limit.isExceededBy(packet, facts)) {
            rejectTooLarge(packet, matched, facts, isFiltered);
        } else if (isFiltered) {
            filterAndAccept(packet, matched, facts);
        } else {
            var message = PacketMessage.of(packet, clientId, userName, arrivals.micros());
            intake.accept(packet.getPacketId(), matched, message.with(facts));
        }
    }

    /** Rejects without a filter if user properties were left out: a filter may need one of those. */
    private void rejectTooLarge(PublishPacket packet, List<Route> matched, Metadata facts, boolean isFiltered) {
        var rejected =
                limit.reject(packet, clientId, userName, arrivals.micros()).with(facts);
        int kept = rejected.message().properties().userProperties().size();
        boolean isWhole = kept == packet.getUserProperties().asList().size();
        int payloadBytes = rejected.payload().remaining();
        var routes = isFiltered && isWhole ? sink.filter(matched, rejected.message(), payloadBytes) : matched;
        if (!routes.isEmpty()) {
            intake.reject(packet.getPacketId(), routes, rejected);
        }
    }

    /** Copies the payload only if a route admits the message. */
    private void filterAndAccept(PublishPacket packet, List<Route> matched, Metadata facts) {
        var header = PacketMessage.withoutPayload(packet, clientId, userName, arrivals.micros())
                .with(facts);
        int payloadBytes = packet.getPayload().map(ByteBuffer::remaining).orElse(0);
        var routes = sink.filter(matched, header, payloadBytes);
        if (!routes.isEmpty()) {
            intake.accept(packet.getPacketId(), routes, header.withPayload(PacketMessage.payloadOf(packet)));
        }
    }
}
