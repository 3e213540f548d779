package io.github.hivemqtdengine.extension;

import com.hivemq.extension.sdk.api.client.ClientContext;
import com.hivemq.extension.sdk.api.client.parameter.InitializerInput;
import com.hivemq.extension.sdk.api.services.intializer.ClientInitializer;
import io.github.hivemqtdengine.config.CaptureSettings.Capture;
import io.github.hivemqtdengine.pipeline.EpochClock;
import io.github.hivemqtdengine.pipeline.Pipeline;
import io.github.hivemqtdengine.pipeline.Receipt;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Gives every client that connects the interceptors that the configuration needs, and no more: each one costs. */
final class ClientCapture implements ClientInitializer {

    private final Pipeline pipeline;
    private final EpochClock arrivals;
    private final Capture capture;
    private final Receipt.@Nullable Stage stage;
    private final AckHold hold;
    private final MessageLimit limit;
    private final ClientSessions sessions;
    private final Function<String, ClientBacklog> backlogs;

    /**
     * The capture of all clients.
     *
     * @param stage what acknowledgements wait for, or {@code null} if they don't
     * @param backlogs that of a connection, by the client's id
     */
    ClientCapture(
            Pipeline pipeline,
            EpochClock arrivals,
            Capture capture,
            Receipt.@Nullable Stage stage,
            AckHold hold,
            MessageLimit limit,
            ClientSessions sessions,
            Function<String, ClientBacklog> backlogs) {
        this.pipeline = pipeline;
        this.arrivals = arrivals;
        this.capture = capture;
        this.stage = stage;
        this.hold = hold;
        this.limit = limit;
        this.sessions = sessions;
        this.backlogs = backlogs;
    }

    @Override
    public void initialize(InitializerInput input, ClientContext client) {
        var clientId = input.getClientInformation().getClientId();
        var userName = UserNames.of(input.getConnectionInformation());
        var permissions = new PublishPermissions(client.getDefaultPermissions());
        Intake intake;
        if (capture == Capture.ON_PUBLISH && stage == null) {
            intake = new DirectIntake(pipeline, permissions);
        } else {
            var begun = sessions.connected(clientId, input.getConnectionInformation());
            var connection = begun.connection();
            var session = begun.session();
            intake = new AcknowledgedIntake(connection, pipeline, permissions, capture, stage, session);
            var acknowledgements = new AckInterceptor(connection, clientId, session, hold);
            client.addPubackOutboundInterceptor(acknowledgements);
            client.addPubrecOutboundInterceptor(acknowledgements);
        }
        client.addPublishInboundInterceptor(
                new PublishInterceptor(pipeline, intake, limit, arrivals, backlogs.apply(clientId), clientId, userName));
    }
}
