package io.github.hivemqtdengine.extension;

import com.hivemq.extension.sdk.api.client.ClientContext;
import com.hivemq.extension.sdk.api.client.parameter.ConnectionInformation;
import com.hivemq.extension.sdk.api.client.parameter.InitializerInput;
import com.hivemq.extension.sdk.api.services.intializer.ClientInitializer;
import io.github.hivemqtdengine.config.CaptureSettings.Capture;
import io.github.hivemqtdengine.pipeline.Receipt;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Gives every client that connects the interceptors that the configuration needs, and no more: each one costs. */
final class ClientCapture implements ClientInitializer {

    private static final String HAS_SESSION = "hivemq-tdengine-extension.session";

    private final CurrentSink sink;
    private final Capture capture;
    private final Receipt.@Nullable Stage stage;
    private final AckHold hold;
    private final ClientSessions sessions;

    /** @param stage what acknowledgements wait for, or {@code null} if they don't */
    ClientCapture(
            CurrentSink sink, Capture capture, Receipt.@Nullable Stage stage, AckHold hold, ClientSessions sessions) {
        this.sink = sink;
        this.capture = capture;
        this.stage = stage;
        this.hold = hold;
        this.sessions = sessions;
    }

    /** Whether {@link #initialize} has opened a session for this connection. */
    static boolean hasSession(ConnectionInformation connection) {
        return connection.getConnectionAttributeStore().get(HAS_SESSION).isPresent();
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
            input.getConnectionInformation()
                    .getConnectionAttributeStore()
                    .put(HAS_SESSION, ByteBuffer.wrap(new byte[] {1}));
            var session = sessions.connected(clientId);
            intake = new AcknowledgedIntake(sink, permissions, capture, stageNow, session);
            var acknowledgements = new AckInterceptor(clientId, session, hold);
            client.addPubackOutboundInterceptor(acknowledgements);
            client.addPubrecOutboundInterceptor(acknowledgements);
        }
        client.addPublishInboundInterceptor(
                new PublishInterceptor(sink, intake, sink::arrivalMicros, clientId, userName));
    }

    /** An acknowledgement can be refused only where it waits for something. What was refused may be delivered again. */
    private Receipt.@Nullable Stage stageOfConnection(String clientId) {
        boolean maySeeRefusal = sink.isRefusing() || sessions.has(clientId);
        return stage == null && maySeeRefusal ? Receipt.Stage.TAKEN_IN : stage;
    }
}
