// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.extension.sdk.api.interceptor.publish.PublishInboundInterceptor;
import com.hivemq.extension.sdk.api.packets.general.Qos;
import com.hivemq.extension.sdk.api.packets.publish.AckReasonCode;
import com.hivemq.extension.sdk.api.services.Services;
import com.hivemq.extension.sdk.api.services.builder.Builders;
import io.github.hivemqtdengine.testkit.BrokerTest;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Another extension changes or prevents what clients publish, before ours sees it or after that. */
class ChangedPublishIT extends BrokerTest {

    private static final int BEFORE = 0;
    private static final int AFTER = -1_001;

    @ParameterizedTest
    @CsvSource({
        "on-publish, " + BEFORE + ", changed",
        "on-publish, " + AFTER + ", original",
        "on-ack, " + BEFORE + ", changed",
        "on-ack, " + AFTER + ", original"
    })
    void shouldStoreWhatInterceptorsBeforeItHaveMadeOfAMessage(String capture, int priority, String stored)
            throws Exception {
        start(capture, priority, (input, output) -> {
            output.getPublishPacket().setTopic("changed/1");
            output.getPublishPacket().setPayload(ByteBuffer.wrap(utf8("changed")));
        });
        var published = new ConcurrentLinkedQueue<String>();
        subscribe(published);

        publish(mqtt5("publisher").toAsync(), "original/1").join();

        database.awaitCount("messages", 1);
        assertThat(database.query("SELECT tag_topic, payload FROM messages"))
                .singleElement()
                .isEqualTo(List.of(stored + "/1", stored));
        await().untilAsserted(() -> assertThat(published).containsExactly("changed/1"));
    }

    @ParameterizedTest
    @CsvSource({
        "on-publish, SUCCESS, 1",
        "on-publish, NOT_AUTHORIZED, 1",
        "on-ack, SUCCESS, 1",
        "on-ack, NOT_AUTHORIZED, 0"
    })
    void shouldStoreWhatIsPreventedAfterItWasSeenUnlessTheAcknowledgementSaysSo(
            String capture, AckReasonCode code, int stored) throws Exception {
        start(capture, AFTER, (input, output) -> {
            if (input.getPublishPacket().getTopic().equals("original/1")) {
                output.preventPublishDelivery(code);
            }
        });
        var client = mqtt5("publisher").toAsync();

        publish(client, "original/1").handle((result, failure) -> result).join();
        publish(client, "original/2").join();

        awaitFigure("everything", "stored", stored + 1);
        database.awaitCount("messages", stored + 1);
        assertThat(figure("everything", "received")).isEqualTo(stored + 1);
    }

    /** No client sends it, so no interceptor sees it. */
    @ParameterizedTest
    @ValueSource(strings = {"on-publish", "on-ack"})
    void shouldNotStoreWhatAnotherExtensionPublishes(String capture) throws Exception {
        var published = new ConcurrentLinkedQueue<String>();
        start(capture, BEFORE, (input, output) -> {
            if (input.getPublishPacket().getTopic().equals("original/1")) {
                var own = Builders.publish()
                        .topic("own/1")
                        .qos(Qos.AT_LEAST_ONCE)
                        .payload(ByteBuffer.wrap(utf8("own")))
                        .build();
                Services.publishService().publish(own).join();
            }
        });
        subscribe(published);
        var client = mqtt5("publisher").toAsync();

        publish(client, "original/1").join();
        publish(client, "original/2").join();

        await().untilAsserted(() -> assertThat(published).contains("own/1", "original/2"));
        awaitFigure("everything", "stored", 2);
        assertThat(figure("everything", "received")).isEqualTo(2);
    }

    private void start(String capture, int priority, PublishInboundInterceptor interceptor) throws Exception {
        var other = Companion.starting(() -> Services.initializerRegistry()
                .setClientInitializer((input, client) -> client.addPublishInboundInterceptor(interceptor)));
        broker.alongside(other, priority);
        startBroker(Routes.EVERYTHING, "<delivery><capture>" + capture + "</capture></delivery>");
    }

    private void subscribe(Queue<String> topics) {
        mqtt5("subscriber")
                .toAsync()
                .subscribeWith()
                .topicFilter("#")
                .callback(publish -> topics.add(publish.getTopic().toString()))
                .send()
                .join();
    }

    private static CompletableFuture<?> publish(Mqtt5AsyncClient client, String topic) {
        return client.publishWith()
                .topic(topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(utf8("original"))
                .send();
    }
}
