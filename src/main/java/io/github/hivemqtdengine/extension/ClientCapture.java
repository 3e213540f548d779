package io.github.hivemqtdengine.extension;

import com.hivemq.extension.sdk.api.client.ClientContext;
import com.hivemq.extension.sdk.api.client.parameter.InitializerInput;
import com.hivemq.extension.sdk.api.services.intializer.ClientInitializer;
import io.github.hivemqtdengine.config.CaptureSettings.Capture;
import io.github.hivemqtdengine.extension.publish.AckHold;
import io.github.hivemqtdengine.extension.publish.AckInterceptor;
import io.github.hivemqtdengine.extension.publish.AcknowledgedIntake;
import io.github.hivemqtdengine.extension.publish.ClientBacklog;
import io.github.hivemqtdengine.extension.publish.ClientSessions;
import io.github.hivemqtdengine.extension.publish.ConnectionMetadata;
import io.github.hivemqtdengine.extension.publish.DirectIntake;
import io.github.hivemqtdengine.extension.publish.Intake;
import io.github.hivemqtdengine.extension.publish.MessageLimit;
import io.github.hivemqtdengine.extension.publish.PublishInterceptor;
import io.github.hivemqtdengine.extension.publish.PublishPermissions;
import io.github.hivemqtdengine.extension.publish.UserNames;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Adds to every connecting client only the interceptors that the configuration needs, since each one is expensive. */
final class ClientCapture implements ClientInitializer {

    private final CurrentSink sink;
    private final Capture capture;
    private final PendingAck.@Nullable Stage stage;
    private final AckHold hold;
    private final MessageLimit limit;
    private final ClientSessions sessions;
    private final Function<String, ClientBacklog> backlogs;
    private final Supplier<@Nullable String> brokerNode;

    /**
     * @param stage the stage that acknowledgements wait for; {@code null} if they do not wait
     * @param backlogs creates the backlog of a connection, by client id
     * @param brokerNode returns the name of the broker's node, or {@code null} if it has none
     */
    ClientCapture(
            CurrentSink sink,
            Capture capture,
            PendingAck.@Nullable Stage stage,
            AckHold hold,
            MessageLimit limit,
            ClientSessions sessions,
            Function<String, ClientBacklog> backlogs,
            Supplier<@Nullable String> brokerNode) {
        this.sink = sink;
        this.capture = capture;
        this.stage = stage;
        this.hold = hold;
        this.limit = limit;
        this.sessions = sessions;
        this.backlogs = backlogs;
        this.brokerNode = brokerNode;
    }

    @Override
    public void initialize(InitializerInput input, ClientContext client) {
        var clientId = input.getClientInformation().getClientId();
        var userName = UserNames.of(input.getConnectionInformation());
        var permissions = new PublishPermissions(client.getDefaultPermissions());
        Intake intake;
        var stageNow = stageOfConnection(clientId);
        if (capture == Capture.ON_PUBLISH && stageNow == null) {
            intake = new DirectIntake(sink, permissions);
        } else {
            var registration = sessions.connected(clientId, input.getConnectionInformation());
            var connection = registration.connection();
            var session = registration.session();
            intake = new AcknowledgedIntake(connection, sink, permissions, capture, stageNow, session);
            var acknowledgements = new AckInterceptor(connection, clientId, session, hold);
            client.addPubackOutboundInterceptor(acknowledgements);
            client.addPubrecOutboundInterceptor(acknowledgements);
        }
        client.addPublishInboundInterceptor(new PublishInterceptor(
                sink,
                intake,
                limit,
                sink::arrivalMicros,
                backlogs.apply(clientId),
                clientId,
                userName,
                new ConnectionMetadata(input.getConnectionInformation(), brokerNode)));
    }

    /** Returns the stage that this connection's acknowledgements wait for. Messages that may be refused need one. */
    private PendingAck.@Nullable Stage stageOfConnection(String clientId) {
        boolean maySeeRefusal = sink.isRefusing() || sessions.has(clientId);
        return stage == null && maySeeRefusal ? PendingAck.Stage.QUEUED : stage;
    }
}
