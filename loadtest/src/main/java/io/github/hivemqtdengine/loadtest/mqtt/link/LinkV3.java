// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.link;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.datatypes.MqttTopic;
import com.hivemq.client.mqtt.lifecycle.MqttClientReconnector;
import com.hivemq.client.mqtt.mqtt3.Mqtt3ClientBuilder;
import com.hivemq.client.mqtt.mqtt3.Mqtt3RxClient;
import com.hivemq.client.mqtt.mqtt3.lifecycle.Mqtt3ClientReconnector;
import com.hivemq.client.mqtt.mqtt3.message.auth.Mqtt3SimpleAuth;
import com.hivemq.client.mqtt.mqtt3.message.connect.Mqtt3Connect;
import com.hivemq.client.mqtt.mqtt3.message.publish.Mqtt3Publish;
import io.github.hivemqtdengine.loadtest.scenario.ClientSettings.Credentials;
import io.reactivex.Flowable;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** MQTT 3.1.1 client. */
final class LinkV3 extends Link<Mqtt3Publish> {

    private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);
    /** MQTT 3.1.1 has no receive maximum. */
    private static final int RECEIVE_MAXIMUM = 65_535;

    private final Mqtt3RxClient client;
    private final Mqtt3Connect connect;
    private final boolean lasting;

    LinkV3(Mqtt3ClientBuilder builder, LinkOptions options) {
        lasting = options.isLasting();
        client = (options.credentials().isPresent()
                        ? builder.simpleAuth(auth(options.credentials().get()))
                        : builder)
                .addDisconnectedListener(this::disconnected)
                .buildRx();
        var message = Mqtt3Connect.builder().cleanSession(!lasting);
        var keepAlive = options.keepAlive();
        connect = (keepAlive.isZero() ? message.noKeepAlive() : message.keepAlive((int) keepAlive.toSeconds())).build();
    }

    @Override
    MqttClient client() {
        return client;
    }

    @Override
    void reconnectWith(Mqtt3Publish will, MqttClientReconnector reconnector) {
        var its = (Mqtt3ClientReconnector) reconnector;
        var unused = its.connect(its.getConnect().extend().willPublish(will).build());
    }

    private static Mqtt3SimpleAuth auth(Credentials credentials) {
        return Mqtt3SimpleAuth.builder()
                .username(credentials.userName())
                .password(credentials.password().getBytes(UTF_8))
                .build();
    }

    @Override
    public CompletableFuture<Integer> connect() {
        return client.toAsync()
                .connect(nextWill()
                        .map(will -> connect.extend().willPublish(will).build())
                        .orElse(connect))
                .thenApply(answer -> RECEIVE_MAXIMUM);
    }

    @Override
    public Mqtt3Publish message(MqttTopic topic, byte[] payload, MqttQos qos, boolean retain) {
        return Mqtt3Publish.builder()
                .topic(topic)
                .payload(payload)
                .qos(qos)
                .retain(retain)
                .build();
    }

    @Override
    @SuppressWarnings("CheckReturnValue") // ends with the connection
    public CompletableFuture<@Nullable Void> publish(
            Flowable<Mqtt3Publish> messages, Acknowledged<Mqtt3Publish> acknowledged) {
        var through = new CompletableFuture<@Nullable Void>();
        client.publish(messages)
                .subscribe(
                        result -> acknowledged.acknowledged(
                                result.getPublish(), result.getError().orElse(null)),
                        through::completeExceptionally,
                        () -> through.complete(null));
        return through;
    }

    @Override
    public CompletableFuture<?> subscribe(String filter, MqttQos qos, Delivered delivered) {
        return client.toAsync()
                .subscribeWith()
                .topicFilter(filter)
                .qos(qos)
                .callback(publish -> delivered.delivered(
                        publish.getTopic(), publish.getPayload().orElse(EMPTY), publish.isRetain()))
                .send();
    }

    @Override
    public CompletableFuture<?> echo() {
        return client.toAsync().unsubscribeWith().topicFilter(UNUSED).send();
    }

    @Override
    void endConnection() {
        var unused = client.toAsync().disconnect();
    }

    @Override
    public CompletableFuture<?> disconnect() {
        var async = client.toAsync();
        var disconnected = async.disconnect();
        return lasting
                ? disconnected
                        .thenCompose(nothing ->
                                async.connectWith().cleanSession(true).send())
                        .thenCompose(answer -> async.disconnect())
                : disconnected;
    }
}
