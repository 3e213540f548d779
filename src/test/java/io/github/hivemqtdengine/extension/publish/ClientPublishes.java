// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.publish;

import com.hivemq.extension.sdk.api.interceptor.publish.parameter.PublishInboundInput;
import com.hivemq.extension.sdk.api.interceptor.publish.parameter.PublishInboundOutput;
import com.hivemq.extension.sdk.api.packets.auth.DefaultAuthorizationBehaviour;
import com.hivemq.extension.sdk.api.packets.auth.ModifiableDefaultPermissions;
import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import com.hivemq.extensions.packets.general.ModifiableDefaultPermissionsImpl;
import io.github.hivemqtdengine.config.ConfigurationException;
import io.github.hivemqtdengine.config.ConfigurationReader;
import io.github.hivemqtdengine.extension.BrokerStub;
import io.github.hivemqtdengine.extension.FussyDatabase;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.DeliverySettings;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.pipeline.Pipeline;
import io.github.hivemqtdengine.pipeline.account.DeadLetters;
import io.github.hivemqtdengine.route.RouteCompiler;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.time.EpochClock;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Publishes of a client named {@code client}, whose messages may have 1,000 bytes. */
final class ClientPublishes {

    private ClientPublishes() {}

    /** A pipeline with the routes of the shipped configuration, which is not started. */
    static Pipeline pipeline(DeadLetters letters) throws ConfigurationException {
        var settings = new ConfigurationReader().read(Path.of("conf/examples/raw.xml"));
        return new Pipeline(
                RouteTable.of(
                        settings.routes().stream().map(RouteCompiler::compile).toList()),
                List.of(new FussyDatabase("local")),
                DeliverySettings.DEFAULT,
                letters,
                PipelineMetrics.NONE,
                null);
    }

    /** An interceptor that accepts messages on arrival. */
    static PublishInterceptor interceptor(MessageSink sink, ClientBacklog backlog) {
        return interceptor(sink, new ModifiableDefaultPermissionsImpl(), null, () -> 1, backlog);
    }

    static PublishInterceptor interceptor(
            MessageSink sink, @Nullable AcknowledgedIntake acknowledged, EpochClock arrivals) {
        return interceptor(
                sink, new ModifiableDefaultPermissionsImpl(), acknowledged, arrivals, ClientBacklogTest.unlimited());
    }

    /** An interceptor of a client whose permissions deny everything. */
    static PublishInterceptor denying(MessageSink sink, @Nullable AcknowledgedIntake acknowledged) {
        var permissions = new ModifiableDefaultPermissionsImpl();
        permissions.setDefaultBehaviour(DefaultAuthorizationBehaviour.DENY);
        return interceptor(sink, permissions, acknowledged, () -> 1, ClientBacklogTest.unlimited());
    }

    private static PublishInterceptor interceptor(
            MessageSink sink,
            ModifiableDefaultPermissions permissions,
            @Nullable AcknowledgedIntake acknowledged,
            EpochClock arrivals,
            ClientBacklog backlog) {
        var client = new PublishInterceptor.Client(
                "client",
                null,
                new PublishPermissions(permissions),
                new ConnectionMetadata(BrokerStub.connection(), () -> null));
        return new PublishInterceptor(() -> sink, client, acknowledged, new MessageLimit(1_000), arrivals, backlog);
    }

    static void publish(PublishPacket packet, PublishInterceptor interceptor) {
        interceptor.onInboundPublish(
                BrokerStub.of(PublishInboundInput.class, Map.of("getPublishPacket", packet)),
                BrokerStub.of(PublishInboundOutput.class, Map.of()));
    }
}
