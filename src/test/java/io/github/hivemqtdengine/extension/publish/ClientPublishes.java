package io.github.hivemqtdengine.extension.publish;

import com.hivemq.extension.sdk.api.interceptor.publish.parameter.PublishInboundInput;
import com.hivemq.extension.sdk.api.interceptor.publish.parameter.PublishInboundOutput;
import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import com.hivemq.extensions.packets.general.ModifiableDefaultPermissionsImpl;
import io.github.hivemqtdengine.extension.BrokerStub;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.time.EpochClock;
import java.util.Map;

/** Publishes of a client named {@code client}, whose messages may have 1,000 bytes. */
final class ClientPublishes {

    private ClientPublishes() {}

    /** An interceptor that accepts messages on arrival. */
    static PublishInterceptor interceptor(MessageSink sink, ClientBacklog backlog) {
        return interceptor(sink, new DirectIntake(sink, permissions()), () -> 1, backlog);
    }

    static PublishInterceptor interceptor(MessageSink sink, Intake intake, EpochClock arrivals, ClientBacklog backlog) {
        return new PublishInterceptor(
                sink,
                intake,
                new MessageLimit(1_000),
                arrivals,
                backlog,
                "client",
                null,
                new ConnectionMetadata(BrokerStub.connection(), () -> null));
    }

    static PublishPermissions permissions() {
        return new PublishPermissions(new ModifiableDefaultPermissionsImpl());
    }

    static void publish(PublishPacket packet, PublishInterceptor interceptor) {
        interceptor.onInboundPublish(
                BrokerStub.of(PublishInboundInput.class, Map.of("getPublishPacket", packet)),
                BrokerStub.of(PublishInboundOutput.class, Map.of()));
    }
}
