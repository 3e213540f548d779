package io.github.hivemqtdengine.extension;

import com.hivemq.extension.sdk.api.client.ClientContext;
import com.hivemq.extension.sdk.api.client.parameter.InitializerInput;
import com.hivemq.extension.sdk.api.services.intializer.ClientInitializer;
import io.github.hivemqtdengine.config.CaptureSettings.Capture;
import io.github.hivemqtdengine.pipeline.EpochClock;
import io.github.hivemqtdengine.pipeline.Pipeline;
import io.github.hivemqtdengine.pipeline.Receipt;
import org.jspecify.annotations.Nullable;

/** Gives every client that connects the interceptors that the configuration needs, and no more: each one costs. */
final class ClientCapture implements ClientInitializer {

    private static final int MOST_HANDSHAKES = 100_000;

    private final Pipeline pipeline;
    private final EpochClock arrivals;
    private final Capture capture;
    private final Receipt.@Nullable Stage stage;
    private final AckHold hold;
    private final EarlierClients earlier;
    private final OpenHandshakes handshakes = new OpenHandshakes(MOST_HANDSHAKES);

    /** @param stage what acknowledgements wait for, or {@code null} if they don't */
    ClientCapture(
            Pipeline pipeline,
            EpochClock arrivals,
            Capture capture,
            Receipt.@Nullable Stage stage,
            AckHold hold,
            EarlierClients earlier) {
        this.pipeline = pipeline;
        this.arrivals = arrivals;
        this.capture = capture;
        this.stage = stage;
        this.hold = hold;
        this.earlier = earlier;
    }

    @Override
    public void initialize(InitializerInput input, ClientContext client) {
        var clientId = input.getClientInformation().getClientId();
        var userName = UserNames.of(input.getConnectionInformation());
        var unacknowledged = new UnacknowledgedPublishes(clientId, handshakes);
        var intake = intake(client, unacknowledged);
        client.addPublishInboundInterceptor(new PublishInterceptor(pipeline, intake, arrivals, clientId, userName));
        if (capture == Capture.ON_ACK || stage != null) {
            var acknowledgements = new AckInterceptor(clientId, unacknowledged, hold);
            client.addPubackOutboundInterceptor(acknowledgements);
            client.addPubrecOutboundInterceptor(acknowledgements);
        }
        earlier.attached(clientId);
    }

    private Intake intake(ClientContext client, UnacknowledgedPublishes unacknowledged) {
        return switch (capture) {
            case ON_PUBLISH ->
                new IntakeOnPublish(
                        pipeline, new PublishPermissions(client.getDefaultPermissions()), stage, unacknowledged);
            case ON_ACK -> new IntakeOnAck(pipeline, stage, unacknowledged);
        };
    }
}
