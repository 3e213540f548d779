package io.github.hivemqtdengine.extension.publish;

import com.hivemq.extension.sdk.api.interceptor.publish.PublishInboundInterceptor;
import com.hivemq.extension.sdk.api.interceptor.publish.parameter.PublishInboundInput;
import com.hivemq.extension.sdk.api.interceptor.publish.parameter.PublishInboundOutput;
import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.pipeline.time.EpochClock;
import io.github.hivemqtdengine.route.Route;
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

    public PublishInterceptor(
            MessageSink sink,
            Intake intake,
            MessageLimit limit,
            EpochClock arrivals,
            ClientBacklog backlog,
            String clientId,
            @Nullable String userName) {
        this.sink = sink;
        this.intake = intake;
        this.limit = limit;
        this.arrivals = arrivals;
        this.backlog = backlog;
        this.clientId = clientId;
        this.userName = userName;
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
        }
    }

    private void acceptOrRefuse(PublishPacket packet, List<Route> routes) {
        try {
            accept(packet, routes);
        } catch (RuntimeException | Error e) {
            intake.refuse(packet);
            throw e;
        }
    }

    private void accept(PublishPacket packet, List<Route> routes) {
        if (limit.isExceededBy(packet)) {
            intake.reject(packet.getPacketId(), routes, limit.reject(packet, clientId, userName, arrivals.micros()));
        } else {
            intake.accept(
                    packet.getPacketId(), routes, PacketMessage.of(packet, clientId, userName, arrivals.micros()));
        }
    }
}
