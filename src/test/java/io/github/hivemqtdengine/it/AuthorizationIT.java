// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.extension.sdk.api.ExtensionMain;
import com.hivemq.extension.sdk.api.auth.PublishAuthorizer;
import com.hivemq.extension.sdk.api.auth.parameter.TopicPermission;
import com.hivemq.extension.sdk.api.interceptor.publish.PublishInboundInterceptor;
import com.hivemq.extension.sdk.api.packets.auth.DefaultAuthorizationBehaviour;
import com.hivemq.extension.sdk.api.packets.disconnect.DisconnectReasonCode;
import com.hivemq.extension.sdk.api.parameter.ExtensionStartInput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStartOutput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStopInput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStopOutput;
import com.hivemq.extension.sdk.api.services.Services;
import com.hivemq.extension.sdk.api.services.builder.Builders;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.RawClient;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stores messages that the broker accepts, and none that the broker or another extension rejects. */
class AuthorizationIT extends BrokerTest {

    private static final String ON_ACK = "<delivery><capture>on-ack</capture></delivery>";

    @ParameterizedTest
    @EnumSource(MqttQos.class)
    void shouldStoreWhatTheDefaultPermissionsAllow(MqttQos qos) throws Exception {
        broker.alongside(started(() -> Services.initializerRegistry().setClientInitializer((input, client) -> {
            client.getDefaultPermissions().add(permission("secret/#", TopicPermission.PermissionType.DENY));
            client.getDefaultPermissions().setDefaultBehaviour(DefaultAuthorizationBehaviour.ALLOW);
        })));
        startBroker(Routes.EVERYTHING);

        publish("open/1", qos);
        publish("secret/1", qos);
        publish("open/2", qos);

        awaitFigure("everything", "stored", 4); // and two of version 3.1.1
        database.awaitCount("messages", 4);
        assertThat(database.query("SELECT tag_topic FROM messages ORDER BY tag_topic"))
                .extracting(row -> row.get(0))
                .containsExactly("open/1", "open/1", "open/2", "open/2");
        assertThat(figure("everything", "received")).isEqualTo(4);
    }

    @ParameterizedTest
    @EnumSource(
            value = MqttQos.class,
            names = {"AT_LEAST_ONCE", "EXACTLY_ONCE"})
    void shouldStoreWhatAnAuthorizerAllows(MqttQos qos) throws Exception {
        PublishAuthorizer authorizer = (input, output) -> {
            if (input.getPublishPacket().getTopic().startsWith("open/")) {
                output.authorizeSuccessfully();
            } else {
                output.failAuthorization();
            }
        };
        broker.alongside(started(() -> Services.securityRegistry().setAuthorizerProvider(input -> authorizer)));
        startBroker(Routes.EVERYTHING, ON_ACK);

        publish("open/1", qos);
        publish("secret/1", qos);
        publish("open/2", qos);

        awaitFigure("everything", "stored", 4);
        database.awaitCount("messages", 4);
        assertThat(figure("everything", "received")).isEqualTo(4);
    }

    /**
     * With MQTT 3 the broker denies by ending the connection, and answers a second delivery as if it had accepted the
     * first one; and the packet's id is soon in use again.
     */
    @Test
    void shouldNotStoreADeniedMessageThatIsDeliveredAgain() throws Exception {
        PublishAuthorizer authorizer = (input, output) -> {
            if (input.getPublishPacket().getTopic().startsWith("secret/")) {
                output.failAuthorization();
            } else {
                output.authorizeSuccessfully();
            }
        };
        broker.alongside(started(() -> Services.securityRegistry().setAuthorizerProvider(input -> authorizer)));
        startBroker(Routes.EVERYTHING.replace("<mqtt-topic-filter>#", "<mqtt-topic-filter>secret/#"), ON_ACK);
        var connections = new AtomicInteger();
        var client = mqttClient("spy")
                .useMqttVersion3()
                .automaticReconnectWithDefaultConfig()
                .addConnectedListener(context -> connections.incrementAndGet())
                .buildAsync();
        client.connectWith().cleanSession(false).send().join();

        var denied = client.publishWith()
                .topic("secret/1")
                .qos(MqttQos.EXACTLY_ONCE)
                .payload(utf8("denied"))
                .send();

        assertThat(denied.join()).isNotNull(); // acknowledged, the second time
        assertThat(connections).hasValueGreaterThan(1);
        client.publishWith()
                .topic("open/1")
                .qos(MqttQos.EXACTLY_ONCE)
                .payload(utf8("of no route"))
                .send()
                .join();
        client.disconnect().join();
        awaitFigure("everything", "dead-lettered", 1); // acknowledged, so it is not lost either
        assertThat(figure("everything", "received")).isEqualTo(1);
        assertThat(deadLetters()).singleElement().asString().contains("\"reason\":\"unconfirmed\"");
    }

    /**
     * The broker neither asks interceptors a second time nor tells what an authorizer said to a connection that has
     * ended; it answers the second delivery with success.
     */
    @ParameterizedTest
    @ValueSource(strings = {"fail", "disconnect"})
    void shouldNotStoreADeniedMessageOfAConnectionThatHasEnded(String denial) throws Exception {
        PublishAuthorizer authorizer = (input, output) -> {
            if (!input.getPublishPacket().getTopic().startsWith("secret/")) {
                output.authorizeSuccessfully();
            } else if (denial.equals("fail")) {
                output.failAuthorization();
            } else {
                output.disconnectClient(DisconnectReasonCode.QUOTA_EXCEEDED);
            }
        };
        broker.alongside(started(() -> Services.securityRegistry().setAuthorizerProvider(input -> authorizer)));
        startBroker(Routes.EVERYTHING, ON_ACK);
        int acknowledged = 0;
        for (int i = 0; i < 10; i++) {
            var connect = RawClient.Connect.withSession("spy-" + i);
            try (var first = RawClient.connect(broker, connect)) {
                first.publish("secret/" + i, 1, false);
                if (i >= 3 && i < 5) {
                    first.endSending();
                }
                if (i >= 3) {
                    first.awaitEnd();
                }
            }
            try (var second = RawClient.connect(broker, connect.again())) {
                second.publish("secret/" + i, 1, true);
                acknowledged += second.isAcknowledged() ? 1 : 0;
            }
        }
        publish("open/1", MqttQos.EXACTLY_ONCE);

        awaitFigure("everything", "stored", 2);
        database.awaitCount("messages", 2);
        long kept = figure("everything", "dead-lettered");
        assertThat(kept).isBetween(denial.equals("disconnect") ? 5L : 0L, (long) acknowledged);
        assertThat(figure("everything", "received")).isEqualTo(2 + kept);
        assertThat(deadLetters())
                .hasSize(Math.toIntExact(kept))
                .allSatisfy(letter -> assertThat(letter).contains("\"reason\":\"unconfirmed\"", "\"topic\":\"secret/"));
    }

    /** The broker denies topics with a dollar sign in front without an authorizer, by ending the connection. */
    @Test
    void shouldNotStoreATopicThatTheBrokerReserves() throws Exception {
        startBroker(
                Routes.EVERYTHING.replace(
                        "</mqtt-topic-filters>", "<mqtt-topic-filter>$own/#</mqtt-topic-filter></mqtt-topic-filters>"),
                ON_ACK);
        for (int i = 0; i < 10; i++) {
            var connect = RawClient.Connect.withSession("spy-" + i);
            try (var first = RawClient.connect(broker, connect)) {
                first.publish("$own/" + i, 1, false);
                if (i >= 5) {
                    first.awaitEnd();
                }
            }
            try (var second = RawClient.connect(broker, connect.again())) {
                second.publish("$own/" + i, 1, true);
                second.isAcknowledged();
            }
        }
        publish("open/1", MqttQos.EXACTLY_ONCE);

        awaitFigure("everything", "stored", 2);
        database.awaitCount("messages", 2);
        assertThat(topics()).containsOnly("open/1");
        assertThat(figure("everything", "received")).isEqualTo(2 + figure("everything", "dead-lettered"));
    }

    /** The acknowledgement of the first one is not taken for that of the second. */
    @Test
    void shouldNotStoreADeniedMessageThatHasTheIdentifierOfAnother() throws Exception {
        PublishAuthorizer authorizer = (input, output) -> {
            if (input.getPublishPacket().getTopic().startsWith("secret/")) {
                output.failAuthorization();
            } else {
                output.authorizeSuccessfully();
            }
        };
        broker.alongside(started(() -> Services.securityRegistry().setAuthorizerProvider(input -> authorizer)));
        startBroker(Routes.EVERYTHING, ON_ACK);
        for (int i = 0; i < 10; i++) {
            try (var client = RawClient.connect(broker, RawClient.Connect.withSession("spy-" + i))) {
                client.publishBoth("open/" + i, "secret/" + i, 1);
                client.awaitEnd();
            }
        }
        publish("open/last", MqttQos.EXACTLY_ONCE);

        await("the last rows").until(() -> topics().contains("open/last"));
        assertThat(topics()).noneMatch(topic -> topic.startsWith("secret/"));
        assertThat(figure("everything", "dead-lettered")).isPositive();
        assertThat(deadLetters())
                .allSatisfy(
                        letter -> assertThat(letter).contains("\"reason\":\"unconfirmed\"", "same packet identifier"));
    }

    private List<String> topics() throws Exception {
        return database.queryWhatIsThere("SELECT tag_topic FROM messages").stream()
                .map(row -> String.valueOf(row.get(0)))
                .toList();
    }

    /** The second connection ends the first one, whose message may not have been decided on. */
    @Test
    void shouldNotStoreADeniedMessageOfAConnectionThatIsTakenOver() throws Exception {
        PublishAuthorizer authorizer = (input, output) -> {
            if (input.getPublishPacket().getTopic().startsWith("secret/")) {
                output.failAuthorization();
            } else {
                output.authorizeSuccessfully();
            }
        };
        broker.alongside(started(() -> Services.securityRegistry().setAuthorizerProvider(input -> authorizer)));
        startBroker(Routes.EVERYTHING, ON_ACK);
        for (int i = 0; i < 10; i++) {
            var connect = RawClient.Connect.withSession("spy-" + i);
            try (var first = RawClient.connect(broker, connect)) {
                first.publish("secret/" + i, 1, false);
                try (var second = RawClient.connect(broker, connect.again())) {
                    second.publish("secret/" + i, 1, true);
                    second.isAcknowledged();
                }
            }
        }
        publish("open/1", MqttQos.EXACTLY_ONCE);

        awaitFigure("everything", "stored", 2);
        database.awaitCount("messages", 2);
        assertThat(figure("everything", "received")).isEqualTo(2 + figure("everything", "dead-lettered"));
    }

    /** QoS 0 has no acknowledgement that would show the broker's decision. */
    @Test
    void shouldNotStoreQos0WhereOnlyAcknowledgedMessagesAreStored() throws Exception {
        startBroker(Routes.EVERYTHING, ON_ACK);

        publish("open/1", MqttQos.AT_MOST_ONCE);
        publish("open/1", MqttQos.AT_LEAST_ONCE);

        awaitFigure("everything", "stored", 2);
        awaitFigure("everything", "dropped.never-acknowledged", 2);
        database.awaitCount("messages", 2);
        assertThat(database.query("SELECT qos FROM messages"))
                .allSatisfy(row -> assertThat(String.valueOf(row.get(0))).isEqualTo("1"));
    }

    @ParameterizedTest
    @EnumSource(
            value = MqttQos.class,
            names = {"AT_LEAST_ONCE", "EXACTLY_ONCE"})
    void shouldNotStoreWhatAnotherInterceptorPrevents(MqttQos qos) throws Exception {
        PublishInboundInterceptor interceptor = (input, output) -> {
            if (input.getPublishPacket().getTopic().startsWith("secret/")) {
                output.preventPublishDelivery();
            }
        };
        broker.alongside(started(() -> Services.initializerRegistry()
                .setClientInitializer((input, client) -> client.addPublishInboundInterceptor(interceptor))));
        startBroker(Routes.EVERYTHING, ON_ACK);

        publish("secret/1", qos);
        publish("open/1", qos);

        awaitFigure("everything", "stored", 2);
        database.awaitCount("messages", 2);
        assertThat(figure("everything", "received")).isEqualTo(2);
    }

    /** Publishes with MQTT 5 and 3.1.1; the broker disconnects a client that may not. */
    private void publish(String topic, MqttQos qos) {
        var name = topic.replace('/', '-') + "-" + qos.getCode(); // one each: a second connection ends the first
        var five = mqtt5("five-" + name).toAsync();
        var three = mqtt3("three-" + name).toAsync();
        var byFive = five.publishWith().topic(topic).qos(qos).payload(utf8("x")).send();
        var byThree =
                three.publishWith().topic(topic).qos(qos).payload(utf8("x")).send();
        byFive.handle((result, failure) -> result).join();
        byThree.handle((result, failure) -> result).join();
    }

    private static TopicPermission permission(String filter, TopicPermission.PermissionType type) {
        return Builders.topicPermission().topicFilter(filter).type(type).build();
    }

    private static ExtensionMain started(Runnable start) {
        return new ExtensionMain() {
            @Override
            public void extensionStart(ExtensionStartInput input, ExtensionStartOutput output) {
                start.run();
            }

            @Override
            public void extensionStop(ExtensionStopInput input, ExtensionStopOutput output) {}
        };
    }
}
