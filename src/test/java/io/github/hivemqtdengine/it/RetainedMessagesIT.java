// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.extension.sdk.api.packets.general.Qos;
import com.hivemq.extension.sdk.api.services.Services;
import com.hivemq.extension.sdk.api.services.builder.Builders;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.CapturedLog;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Routes that store the broker's retained messages when they start. */
class RetainedMessagesIT extends BrokerTest {

    private static final String OTHER = """
            <route>
              <id>other</id>
              <mqtt-topic-filters><mqtt-topic-filter>other/#</mqtt-topic-filter></mqtt-topic-filters>
              <payload format="json"/>
              <table super-table="others" sub-table="o">
                <tag    name="topic" type="VARCHAR(64)" value="other"/>
                <column name="n"     type="BIGINT"      value="${payload:/n}"/>
              </table>
            </route>
            """;

    private static final String STATES = """
            <route>
              <id>states</id>
              <retained-messages>at-start</retained-messages>
              <mqtt-topic-filters>
                <mqtt-topic-filter>state/{device}</mqtt-topic-filter>
                <exclude>state/secret</exclude>
              </mqtt-topic-filters>
              <payload format="json"/>
              <table super-table="states" sub-table="s_${mqtt-topic:device}">
                <tag    name="device"   type="VARCHAR(64)" value="${mqtt-topic:device}"/>
                <column name="n"        type="BIGINT"      value="${payload:/n}"/>
                <column name="retained" type="VARCHAR(8)"  value="${text(mqtt-retain)}"/>
              </table>
            </route>
            """;

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    @Test
    void shouldStoreThemOnceWhenAChangeAddsTheRoute() throws Exception {
        startBroker(OTHER);
        var client = mqtt5("device");
        publish(client, "state/a", 1, true);
        publish(client, "state/a", 2, true);
        publish(client, "state/b", 3, true);
        publish(client, "state/secret", 4, true);
        publish(client, "state/c", 5, false);
        publish(client, "other/a", 6, true);
        database.awaitCount("others", 1);

        Files.writeString(broker.configurationFile(), configuration(OTHER + STATES, ""));

        await().until(() -> log.text().contains("2 retained messages of the routes states are stored"));
        database.awaitCount("states", 2);
        publish(client, "state/b", 7, true);
        database.awaitCount("states", 3);
        assertThat(database.query("SELECT n, retained, device FROM states ORDER BY n"))
                .containsExactly(List.of(2L, "true", "a"), List.of(3L, "true", "b"), List.of(7L, "true", "b"));
        assertThat(database.query("SELECT n FROM states WHERE device = 'b' ORDER BY ts DESC LIMIT 1"))
                .containsExactly(List.of(7L));

        Files.writeString(
                broker.configurationFile(), configuration(OTHER.replace("\"others\"", "\"others2\"") + STATES, ""));
        await().until(() -> log.text().contains("routes changed other"));
        awaitFigure("states", "received", 3);
        assertThat(figure("other", "received")).isEqualTo(1);
    }

    /** Another extension, which starts first, has put the messages into the store. */
    @Test
    void shouldStoreThemWhenTheBrokerStarts() throws Exception {
        broker.beforehand(Companion.starting(RetainedMessagesIT::retainStates));
        startBroker(STATES);

        database.awaitCount("states", 2);
        awaitFigure("states", "stored", 2);
        assertThat(database.query("SELECT n, retained, device FROM states ORDER BY n"))
                .containsExactly(List.of(1L, "true", "a"), List.of(2L, "true", "b"));
    }

    private static void retainStates() {
        retain("state/a", "{\"n\":1}");
        retain("state/b", "{\"n\":2}");
        retain("elsewhere/c", "{\"n\":3}");
    }

    private static void retain(String topic, String payload) {
        Services.retainedMessageStore()
                .addOrReplace(Builders.retainedPublish()
                        .topic(topic)
                        .payload(ByteBuffer.wrap(utf8(payload)))
                        .qos(Qos.AT_LEAST_ONCE)
                        .build())
                .join();
    }

    private static void publish(Mqtt5BlockingClient client, String topic, int number, boolean isRetained) {
        client.publishWith()
                .topic(topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .retain(isRetained)
                .payload(utf8("{\"n\":" + number + "}"))
                .send();
    }
}
