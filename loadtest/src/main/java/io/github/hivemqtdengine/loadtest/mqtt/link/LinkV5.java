package io.github.hivemqtdengine.loadtest.mqtt.link;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.datatypes.MqttTopic;
import com.hivemq.client.mqtt.mqtt5.Mqtt5ClientBuilder;
import com.hivemq.client.mqtt.mqtt5.Mqtt5RxClient;
import com.hivemq.client.mqtt.mqtt5.message.auth.Mqtt5SimpleAuth;
import com.hivemq.client.mqtt.mqtt5.message.connect.Mqtt5Connect;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.github.hivemqtdengine.loadtest.scenario.ClientSettings;
import io.github.hivemqtdengine.loadtest.scenario.ClientSettings.Credentials;
import io.reactivex.Flowable;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** MQTT 5 client. */
public final class LinkV5 implements Link<Mqtt5Publish> {

    private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);
    private static final long SECONDS_TO_EXPIRY = 3_600;

    private final Mqtt5RxClient client;
    private final Mqtt5Connect connect;

    /** @param lasting whether the session outlives a connection */
    LinkV5(Mqtt5ClientBuilder builder, ClientSettings settings, Duration keepAlive, boolean lasting) {
        client = (settings.credentials().isPresent()
                        ? builder.simpleAuth(auth(settings.credentials().get()))
                        : builder)
                .buildRx();
        var message = Mqtt5Connect.builder().cleanStart(true).sessionExpiryInterval(lasting ? SECONDS_TO_EXPIRY : 0);
        connect = (keepAlive.isZero() ? message.noKeepAlive() : message.keepAlive((int) keepAlive.toSeconds())).build();
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
                .connect(connect)
                .thenApply(answer -> answer.getRestrictions().getReceiveMaximum());
    }

    /** Connects with a last will; returns the broker's receive maximum. */
    public CompletableFuture<Integer> connect(Mqtt5Publish will) {
        return client.toAsync()
                .connect(connect.extend().willPublish(will).build())
                .thenApply(answer -> answer.getRestrictions().getReceiveMaximum());
    }

    @Override
    public Mqtt5Publish message(MqttTopic topic, byte[] payload, MqttQos qos, boolean retain) {
        return Mqtt5Publish.builder()
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
                filter, qos, publish -> delivered.delivered(publish.getPayload().orElse(EMPTY), publish.isRetain()));
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

    /** Sends one message; a failure appears as a missing answer. */
    public void send(Mqtt5Publish message) {
        var unused = publish(message);
    }

    /** Sends one message; completes when it is acknowledged, or written for QoS 0. */
    public CompletableFuture<?> publish(Mqtt5Publish message) {
        return client.toAsync().publish(message);
    }

    /** Ends the session, too. */
    @Override
    public CompletableFuture<?> disconnect() {
        return client.toAsync().disconnectWith().sessionExpiryInterval(0).send();
    }
}
