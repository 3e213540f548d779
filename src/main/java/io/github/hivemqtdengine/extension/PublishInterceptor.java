package io.github.hivemqtdengine.extension;

import com.hivemq.extension.sdk.api.interceptor.publish.PublishInboundInterceptor;
import com.hivemq.extension.sdk.api.interceptor.publish.parameter.PublishInboundInput;
import com.hivemq.extension.sdk.api.interceptor.publish.parameter.PublishInboundOutput;
import io.github.hivemqtdengine.pipeline.EpochClock;
import io.github.hivemqtdengine.pipeline.MessageSink;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies what one client publishes and hands it over. It runs on the broker's threads and waits for nothing but the
 * spool's disk; and it never throws, since the broker drops a client's message when an interceptor does.
 */
final class PublishInterceptor implements PublishInboundInterceptor {

    private static final Logger LOG = LoggerFactory.getLogger(PublishInterceptor.class);

    private final MessageSink sink;
    private final Intake intake;
    private final EpochClock arrivals;
    private final String clientId;
    private final @Nullable String userName;

    PublishInterceptor(
            MessageSink sink, Intake intake, EpochClock arrivals, String clientId, @Nullable String userName) {
        this.sink = sink;
        this.intake = intake;
        this.arrivals = arrivals;
        this.clientId = clientId;
        this.userName = userName;
    }

    @Override
    public void onInboundPublish(PublishInboundInput input, PublishInboundOutput output) {
        try {
            var packet = input.getPublishPacket();
            intake.see(packet);
            var routes = sink.match(packet.getTopic());
            if (!routes.isEmpty() && intake.wants(packet, routes)) {
                intake.take(
                        packet.getPacketId(), routes, PacketMessage.of(packet, clientId, userName, arrivals.micros()));
            }
        } catch (RuntimeException | Error e) {
            LOG.error("A message of client {} was not taken in", clientId, e);
        }
    }
}
