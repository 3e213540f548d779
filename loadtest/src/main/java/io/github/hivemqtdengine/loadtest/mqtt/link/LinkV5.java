// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.link;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.datatypes.MqttTopic;
import com.hivemq.client.mqtt.lifecycle.MqttClientReconnector;
import com.hivemq.client.mqtt.mqtt5.Mqtt5ClientBuilder;
import com.hivemq.client.mqtt.mqtt5.Mqtt5RxClient;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperties;
import com.hivemq.client.mqtt.mqtt5.lifecycle.Mqtt5ClientReconnector;
import com.hivemq.client.mqtt.mqtt5.message.auth.Mqtt5SimpleAuth;
import com.hivemq.client.mqtt.mqtt5.message.connect.Mqtt5Connect;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import com.hivemq.client.mqtt.mqtt5.message.subscribe.Mqtt5RetainHandling;
import io.github.hivemqtdengine.loadtest.scenario.ClientSettings.Credentials;
import io.reactivex.Flowable;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** MQTT 5 client. */
public final class LinkV5 extends Link<Mqtt5Publish> {

    private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);
    private static final int MOST_ALIASES = 65_535;

    private final Mqtt5RxClient client;
    private final Mqtt5Connect connect;
    private final Optional<Mqtt5Publish> properties;

    LinkV5(Mqtt5ClientBuilder builder, LinkOptions options) {
        client = (options.credentials().isPresent()
                        ? builder.simpleAuth(auth(options.credentials().get()))
                        : builder)
                .addDisconnectedListener(this::disconnected)
                .buildRx();
        connect = connect(options);
        properties = properties(options);
    }

    private static Mqtt5Connect connect(LinkOptions options) {
        var message = Mqtt5Connect.builder()
                .cleanStart(true)
                .sessionExpiryInterval(options.sessionExpiry().toSeconds());
        var aliases = options.properties().topicAlias();
        if (aliases.isPresent()) {
            message = message.restrictions()
                    .sendTopicAliasMaximum(aliases.get() ? MOST_ALIASES : 0)
                    .applyRestrictions();
        }
        var keepAlive = options.keepAlive();
        return (keepAlive.isZero() ? message.noKeepAlive() : message.keepAlive((int) keepAlive.toSeconds())).build();
    }

    /** Returns a message with the properties of all messages; empty if they have none. */
    private static Optional<Mqtt5Publish> properties(LinkOptions options) {
        var wanted = options.properties();
        if (!wanted.arePresent()) {
            return Optional.empty();
        }
        var user = Mqtt5UserProperties.builder();
        for (var each : wanted.userProperties()) {
            user = user.add(options.ofClient(each.name()), options.ofClient(each.value()));
        }
        var message = Mqtt5Publish.builder()
                .topic("any")
                .userProperties(user.build())
                .contentType(wanted.contentType().map(options::ofClient).orElse(null))
                .responseTopic(wanted.responseTopic().map(options::ofClient).orElse(null));
        if (wanted.expiry().isPresent()) {
            message = message.messageExpiryInterval(wanted.expiry().get().toSeconds());
        }
        return Optional.of(message.build());
    }

    @Override
    MqttClient client() {
        return client;
    }

    @Override
    void reconnectWith(Mqtt5Publish will, MqttClientReconnector reconnector) {
        var its = (Mqtt5ClientReconnector) reconnector;
        var unused = its.connect(its.getConnect().extend().willPublish(will).build());
    }

    private static Mqtt5SimpleAuth auth(Credentials credentials) {
        return Mqtt5SimpleAuth.builder()
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
                .thenApply(answer -> answer.getRestrictions().getReceiveMaximum());
    }

    @Override
    public Mqtt5Publish message(MqttTopic topic, byte[] payload, MqttQos qos, boolean retain) {
        return (properties.isEmpty() ? Mqtt5Publish.builder() : properties.get().extend())
                .topic(topic)
                .payload(payload)
                .qos(qos)
                .retain(retain)
                .build();
    }

    @Override
    @SuppressWarnings("CheckReturnValue") // ends with the connection
    public CompletableFuture<@Nullable Void> publish(
            Flowable<Mqtt5Publish> messages, Acknowledged<Mqtt5Publish> acknowledged) {
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
        return subscribe(
                filter,
                qos,
                publish -> delivered.delivered(
                        publish.getTopic(), publish.getPayload().orElse(EMPTY), publish.isRetain()));
    }

    /** Subscribes with access to all MQTT 5 properties of a message. */
    public CompletableFuture<?> subscribe(String filter, MqttQos qos, Consumer<Mqtt5Publish> delivered) {
        return client.toAsync()
                .subscribeWith()
                .topicFilter(filter)
                .qos(qos)
                .callback(delivered)
                .send();
    }

    /** Subscribes without the retained messages, and with the retain flags of the publishers. */
    public CompletableFuture<?> subscribeAsPublished(String filter, MqttQos qos, Consumer<Mqtt5Publish> delivered) {
        return client.toAsync()
                .subscribeWith()
                .topicFilter(filter)
                .qos(qos)
                .retainAsPublished(true)
                .retainHandling(Mqtt5RetainHandling.DO_NOT_SEND)
                .callback(delivered)
                .send();
    }

    /** Sends one message; completes when it is acknowledged, or written for QoS 0. */
    public CompletableFuture<?> publish(Mqtt5Publish message) {
        return client.toAsync().publish(message);
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
        return client.toAsync().disconnectWith().sessionExpiryInterval(0).send();
    }
}
