// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.link;

import com.hivemq.client.internal.mqtt.MqttClientConnectionConfig;
import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttClientState;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.datatypes.MqttTopic;
import com.hivemq.client.mqtt.lifecycle.MqttClientDisconnectedContext;
import com.hivemq.client.mqtt.lifecycle.MqttClientReconnector;
import io.reactivex.Flowable;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Client of MQTT 3.1.1 or 5. All callbacks and completions run on its loop's thread.
 *
 * @param <M> message type of the version
 */
public abstract class Link<M> {

    /** Filter that no client subscribes to. */
    static final String UNUSED = "loadtest/unused";

    private @Nullable Supplier<M> will;
    private @Nullable Duration away;

    /** Sets the last will of the following connections. It is asked for once for each, on the loop's thread. */
    public final void will(Supplier<M> its) {
        will = its;
    }

    /** Returns the last will of the next connection; empty without one. */
    final Optional<M> nextWill() {
        return Optional.ofNullable(will).map(Supplier::get);
    }

    /** Makes the client come back after a departure, and sets the will of its next connection. */
    final void disconnected(MqttClientDisconnectedContext context) {
        var reconnector = context.getReconnector();
        if (away != null) {
            var unused = reconnector.reconnect(true).delay(away.toNanos(), TimeUnit.NANOSECONDS);
            away = null;
        }
        if (reconnector.isReconnect()) {
            nextWill().ifPresent(next -> reconnectWith(next, reconnector));
        }
    }

    /** Sets the last will of the connection that follows. */
    abstract void reconnectWith(M next, MqttClientReconnector reconnector);

    /** Returns the client of the library. */
    abstract MqttClient client();

    /** Connects; returns the broker's receive maximum. */
    public abstract CompletableFuture<Integer> connect();

    public abstract M message(MqttTopic topic, byte[] payload, MqttQos qos, boolean retain);

    /** Sends messages as they come; completes when all are acknowledged, or written for QoS 0. */
    public abstract CompletableFuture<@Nullable Void> publish(Flowable<M> messages, Acknowledged<M> acknowledged);

    /** Completes with the broker's SUBACK. */
    public abstract CompletableFuture<?> subscribe(String filter, MqttQos qos, Delivered delivered);

    /**
     * Completes when the broker has answered an UNSUBSCRIBE, which any broker does, and which changes nothing; fails at
     * once without a connection.
     */
    public abstract CompletableFuture<?> echo();

    public final boolean isConnected() {
        return client().getState() == MqttClientState.CONNECTED;
    }

    /**
     * Ends the connection, and connects again later. Session, subscriptions and unacknowledged messages are kept. Only
     * for links that reconnect, and for tasks of the loop.
     *
     * @param abruptly whether to close the connection without a DISCONNECT, so that the broker publishes the will
     * @param away time until it connects again
     * @throws IllegalStateException if there is no connection
     */
    public final void leave(boolean abruptly, Duration away) {
        this.away = away;
        if (abruptly) {
            var connection = client().getConfig().getConnectionConfig();
            var unused = ((MqttClientConnectionConfig) // the library has no method for it
                            connection.orElseThrow(() -> new IllegalStateException("not connected")))
                    .getChannel()
                    .close();
        } else {
            endConnection();
        }
    }

    /** Ends the connection, but not the session. */
    abstract void endConnection();

    /** Ends connection and session. */
    public abstract CompletableFuture<?> disconnect();

    /** Callback for the acknowledgement of each message. */
    @FunctionalInterface
    public interface Acknowledged<M> {

        /**
         * Called once for each message.
         *
         * @param message the message sent, or an equal one
         * @param error reason for a failure, {@code null} on success
         */
        void acknowledged(M message, @Nullable Throwable error);
    }

    @FunctionalInterface
    public interface Delivered {

        /**
         * Called for each delivery.
         *
         * @param payload may be kept by the callee
         * @param retained whether it was sent before the subscription
         */
        void delivered(MqttTopic topic, ByteBuffer payload, boolean retained);
    }
}
