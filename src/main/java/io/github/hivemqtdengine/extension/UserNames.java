package io.github.hivemqtdengine.extension;

import com.hivemq.extension.sdk.api.client.parameter.ConnectionInformation;
import com.hivemq.extension.sdk.api.events.client.ClientLifecycleEventListener;
import com.hivemq.extension.sdk.api.events.client.parameters.AuthenticationSuccessfulInput;
import com.hivemq.extension.sdk.api.events.client.parameters.ConnectionStartInput;
import com.hivemq.extension.sdk.api.events.client.parameters.DisconnectEventInput;
import org.jspecify.annotations.Nullable;

/** Keeps the user name of a CONNECT packet with its connection: the broker does not tell it later. */
final class UserNames implements ClientLifecycleEventListener {

    private static final String ATTRIBUTE = "hivemq-tdengine-extension.user-name";

    /** The user name that the client connected with, or {@code null}. */
    static @Nullable String of(ConnectionInformation connection) {
        return connection.getConnectionAttributeStore().getAsString(ATTRIBUTE).orElse(null);
    }

    @Override
    public void onMqttConnectionStart(ConnectionStartInput input) {
        var userName = input.getConnectPacket().getUserName();
        userName.ifPresent(name ->
                input.getConnectionInformation().getConnectionAttributeStore().putAsString(ATTRIBUTE, name));
    }

    @Override
    public void onAuthenticationSuccessful(AuthenticationSuccessfulInput input) {
        // only the start of a connection tells the user name
    }

    @Override
    public void onDisconnect(DisconnectEventInput input) {
        // the attribute goes with the connection
    }
}
