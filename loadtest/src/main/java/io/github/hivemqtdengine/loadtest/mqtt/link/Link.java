// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.link;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.datatypes.MqttTopic;
import io.reactivex.Flowable;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Client of MQTT 3.1.1 or 5. All callbacks and completions run on its loop's thread.
 *
 * @param <M> message type of the version
 */
public interface Link<M> {

    /** Sets the last will of the following connections. It is asked for once for each, on the loop's thread. */
    void will(Supplier<M> will);

    /** Connects; returns the broker's receive maximum. */
    CompletableFuture<Integer> connect();

    M message(MqttTopic topic, byte[] payload, MqttQos qos, boolean retain);

    /** Sends messages as they come; completes when all are acknowledged, or written for QoS 0. */
    CompletableFuture<@Nullable Void> publish(Flowable<M> messages, Acknowledged<M> acknowledged);

    /** Completes with the broker's SUBACK. */
    CompletableFuture<?> subscribe(String filter, MqttQos qos, Delivered delivered);

    boolean isConnected();

    /**
     * Ends the connection, and connects again later. Session, subscriptions and unacknowledged messages are kept. Only
     * for links that reconnect, and for tasks of the loop.
     *
     * @param abruptly whether to close the connection without a DISCONNECT, so that the broker publishes the will
     * @param away time until it connects again
     * @throws IllegalStateException if there is no connection
     */
    void leave(boolean abruptly, Duration away);

    CompletableFuture<?> disconnect();

    /** Callback for the acknowledgement of each message. */
    @FunctionalInterface
    interface Acknowledged<M> {

        /**
         * Called once for each message.
         *
         * @param message the message sent, or an equal one
         * @param error reason for a failure, {@code null} on success
         */
        void acknowledged(M message, @Nullable Throwable error);
    }

    @FunctionalInterface
    interface Delivered {

        /**
         * Called for each delivery.
         *
         * @param payload may be kept by the callee
         * @param retained whether it was sent before the subscription
         */
        void delivered(MqttTopic topic, ByteBuffer payload, boolean retained);
    }
}
