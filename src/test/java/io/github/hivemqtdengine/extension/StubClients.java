// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import com.hivemq.extension.sdk.api.packets.disconnect.DisconnectReasonCode;
import com.hivemq.extension.sdk.api.services.general.IterationCallback;
import com.hivemq.extension.sdk.api.services.session.ClientService;
import com.hivemq.extension.sdk.api.services.session.SessionInformation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Clients that a broker would know, and the ids of the disconnected ones. */
public final class StubClients implements ClientService {

    /** Connection state by client id. */
    public final Map<String, Boolean> sessions = new LinkedHashMap<>();

    public final List<String> disconnected = new ArrayList<>();
    /** Completes when the test lets a disconnected client be gone. */
    CompletableFuture<Boolean> gone = CompletableFuture.completedFuture(true);

    @Override
    public CompletableFuture<Boolean> disconnectClient(
            String clientId, boolean preventsWill, DisconnectReasonCode code, String reason) {
        disconnected.add(clientId);
        return gone;
    }

    @Override
    public CompletableFuture<Void> iterateAllClients(IterationCallback<SessionInformation> callback) {
        sessions.forEach((clientId, isConnected) -> callback.iterate(() -> {}, session(clientId, isConnected)));
        return CompletableFuture.completedFuture(null);
    }

    private static SessionInformation session(String clientId, boolean isConnected) {
        return new SessionInformation() {
            @Override
            public boolean isConnected() {
                return isConnected;
            }

            @Override
            public long getSessionExpiryInterval() {
                return 0;
            }

            @Override
            public String getClientIdentifier() {
                return clientId;
            }
        };
    }

    @Override
    public CompletableFuture<Void> iterateAllClients(IterationCallback<SessionInformation> callback, Executor runner) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<Boolean> isClientConnected(String clientId) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<Optional<SessionInformation>> getSession(String clientId) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<Boolean> disconnectClient(String clientId) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<Boolean> disconnectClient(String clientId, boolean preventsWill) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<Boolean> invalidateSession(String clientId) {
        throw new UnsupportedOperationException();
    }
}
