package io.github.hivemqtdengine.loadtest.mqtt;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.datatypes.MqttTopic;
import io.reactivex.Flowable;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A client of either version of MQTT. Everything that it calls, and every future's completion, is on its loop's thread.
 *
 * @param <M> that version's message
 */
interface Link<M> {

    /** Connects; how many messages above QoS 0 the broker takes before it has acknowledged one. */
    CompletableFuture<Integer> connect();

    M message(MqttTopic topic, byte[] payload, MqttQos qos, boolean retain);

    /** Sends messages as they come; completes when all are acknowledged, or written for QoS 0. */
    CompletableFuture<@Nullable Void> publish(Flowable<M> messages, Acknowledged<M> acknowledged);

    /** Completes when the broker has granted it. */
    CompletableFuture<?> subscribe(String filter, MqttQos qos, Delivered delivered);

    CompletableFuture<?> disconnect();

    /** Is told about each message when the broker has acknowledged it. */
    @FunctionalInterface
    interface Acknowledged<M> {

        /**
         * A message is through.
         *
         * @param message one that was sent, or one equal to it
         * @param error why it was not taken
         */
        void acknowledged(M message, @Nullable Throwable error);
    }

    /** Takes deliveries. */
    @FunctionalInterface
    interface Delivered {

        /**
         * A message came.
         *
         * @param payload valid as long as anybody keeps it
         * @param retained whether it was sent before the subscription
         */
        void delivered(ByteBuffer payload, boolean retained);
    }
}
