package io.github.hivemqtdengine.extension;

import com.hivemq.extension.sdk.api.client.ClientContext;
import com.hivemq.extension.sdk.api.client.parameter.ConnectionInformation;
import com.hivemq.extension.sdk.api.client.parameter.InitializerInput;
import com.hivemq.extension.sdk.api.services.intializer.ClientInitializer;
import io.github.hivemqtdengine.config.CaptureSettings.Capture;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.extension.publish.AckHold;
import io.github.hivemqtdengine.extension.publish.AckInterceptor;
import io.github.hivemqtdengine.extension.publish.AcknowledgedIntake;
import io.github.hivemqtdengine.extension.publish.ClientBacklog;
import io.github.hivemqtdengine.extension.publish.ClientSessions;
import io.github.hivemqtdengine.extension.publish.ConnectionMetadata;
import io.github.hivemqtdengine.extension.publish.MessageLimit;
import io.github.hivemqtdengine.extension.publish.PublishInterceptor;
import io.github.hivemqtdengine.extension.publish.PublishPermissions;
import io.github.hivemqtdengine.extension.publish.UserNames;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.pipeline.RefusingSink;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.time.EpochClock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Adds to every connecting client only the interceptors that the configuration needs, since each one is expensive. */
final class ClientCapture implements ClientInitializer {

    private final Supplier<MessageSink> sink;
    private final EpochClock arrivals;
    private final ExtensionSettings settings;
    private final AckHold hold;
    private final MessageLimit limit;
    private final ClientSessions sessions;
    private final Function<String, ClientBacklog> backlogs;
    private final Supplier<@Nullable String> brokerNode;

    /**
     * @param sink returns the sink to use now
     * @param arrivals the clock that stamps messages
     * @param backlogs creates the backlog of a connection, by client id
     * @param brokerNode returns the name of the broker's node, or {@code null} if it has none
     */
    ClientCapture(
            Supplier<MessageSink> sink,
            EpochClock arrivals,
            ExtensionSettings settings,
            AckHold hold,
            MessageLimit limit,
            ClientSessions sessions,
            Function<String, ClientBacklog> backlogs,
            Supplier<@Nullable String> brokerNode) {
        this.sink = sink;
        this.arrivals = arrivals;
        this.settings = settings;
        this.hold = hold;
        this.limit = limit;
        this.sessions = sessions;
        this.backlogs = backlogs;
        this.brokerNode = brokerNode;
    }

    @Override
    public void initialize(InitializerInput input, ClientContext client) {
        var connection = input.getConnectionInformation();
        var publisher = new PublishInterceptor.Client(
                input.getClientInformation().getClientId(),
                UserNames.of(connection),
                new PublishPermissions(client.getDefaultPermissions()),
                new ConnectionMetadata(connection, brokerNode));
        client.addPublishInboundInterceptor(new PublishInterceptor(
                sink,
                publisher,
                acknowledgedIntake(publisher.id(), connection, client),
                limit,
                arrivals,
                backlogs.apply(publisher.id())));
    }

    /** Returns the intake of publishes with an acknowledgement, and intercepts that; {@code null} if none is needed. */
    private @Nullable AcknowledgedIntake acknowledgedIntake(
            String clientId, ConnectionInformation connection, ClientContext client) {
        var capture = settings.capture().capture();
        var stage = stageOfConnection(clientId);
        if (capture == Capture.ON_PUBLISH && stage == null) {
            return null;
        }
        var registration = sessions.connected(clientId, connection);
        var session = registration.session();
        var acknowledgements = new AckInterceptor(registration.connection(), clientId, session, hold);
        client.addPubackOutboundInterceptor(acknowledgements);
        client.addPubrecOutboundInterceptor(acknowledgements);
        return new AcknowledgedIntake(registration.connection(), sink, capture, stage, session);
    }

    /** Returns the stage that this connection's acknowledgements wait for. Messages that may be refused need one. */
    private PendingAck.@Nullable Stage stageOfConnection(String clientId) {
        var stage = settings.delivery().intake().ackStage().orElse(null);
        boolean maySeeRefusal = sink.get() instanceof RefusingSink || sessions.has(clientId);
        return stage == null && maySeeRefusal ? PendingAck.Stage.QUEUED : stage;
    }
}
