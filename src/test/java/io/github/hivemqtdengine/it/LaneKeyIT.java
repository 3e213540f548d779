// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishResult;
import io.github.hivemqtdengine.testkit.BrokerTest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Order of messages whose lane does not depend on the topic. The messages of a series are numbered and overwrite the
 * same few rows in many small batches. Each row shows which message was written last.
 */
class LaneKeyIT extends BrokerTest {

    private static final int SERIES = 6;
    private static final int MESSAGES_EACH = 2_000;
    private static final int ROWS_EACH = 20;
    private static final int TOPICS_EACH = 50;

    private static final String ROUTE = """
            <route>
              <id>series</id>
              <mqtt-topic-filters>
                <mqtt-topic-filter>series/{series}/{any}</mqtt-topic-filter>
              </mqtt-topic-filters>
              <payload format="json"/>
              <table super-table="series" sub-table="series_${mqtt-topic:series}">
                <timestamp value="${payload:/t}" unit="ms" on-equal="overwrite"/>
                <tag    name="series" type="INT"    value="${mqtt-topic:series}"/>
                <column name="number" type="BIGINT" value="${payload:/n}"/>
              </table>
            </route>
            """;

    private static final String DELIVERY = """
            <delivery>
              <lanes>4</lanes>
              %s
              <batch rows="7" linger="1 ms"/>
            </delivery>
            """;

    @Test
    void shouldKeepTheMessagesOfAClientInOrder() throws Exception {
        startBroker(ROUTE, DELIVERY.formatted("<lane-key>client-id</lane-key>"));
        var clients = IntStream.range(0, SERIES)
                .mapToObj(series -> mqtt5("client-" + series).toAsync())
                .toList();

        publish(clients);

        assertLastOfEachRow();
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(ints = {1, 100})
    void shouldKeepTheMessagesOfANamedGroupInOrder(int groupSize) throws Exception {
        startBroker(
                ROUTE,
                DELIVERY.formatted("<lane-key>none</lane-key><group-size>" + groupSize
                        + "</group-size><group-property>line</group-property>"));
        var client = mqtt5("client").toAsync();

        publish(IntStream.range(0, SERIES).mapToObj(series -> client).toList());

        assertLastOfEachRow();
    }

    /** Publishes the messages of all series in turn, each to one of many topics. */
    private static void publish(List<Mqtt5AsyncClient> clients) {
        var acknowledgements = new ArrayList<CompletableFuture<Mqtt5PublishResult>>();
        for (int number = 0; number < MESSAGES_EACH; number++) {
            for (int series = 0; series < SERIES; series++) {
                var payload = "{\"t\":%d,\"n\":%d}".formatted(time(number % ROWS_EACH), number);
                acknowledgements.add(publish(clients.get(series), series, number % TOPICS_EACH, payload));
            }
        }
        CompletableFuture.allOf(acknowledgements.toArray(CompletableFuture[]::new))
                .join();
    }

    private static CompletableFuture<Mqtt5PublishResult> publish(
            Mqtt5AsyncClient client, int series, int topic, String payload) {
        return client.publishWith()
                .topic("series/" + series + "/" + topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(utf8(payload))
                .userProperties()
                .add("line", "line " + series)
                .applyUserProperties()
                .send();
    }

    private static long time(int row) {
        return 1_767_322_800_000L + row;
    }

    private void assertLastOfEachRow() throws Exception {
        awaitFigure("series", "stored", SERIES * MESSAGES_EACH);
        awaitAllShown();
        for (int series = 0; series < SERIES; series++) {
            assertThat(database.query(
                            "SELECT number FROM series WHERE series = " + series + " AND number >= 0 ORDER BY ts"))
                    .as("series " + series)
                    .isEqualTo(IntStream.range(MESSAGES_EACH - ROWS_EACH, MESSAGES_EACH)
                            .mapToObj(number -> List.<Object>of((long) number))
                            .toList());
        }
        assertThat(deadLetters()).isEmpty();
    }

    /** A database shows rows in the order of their writes, so a last one shows that all others are there. */
    private void awaitAllShown() {
        var marker = "{\"t\":%d,\"n\":-1}".formatted(time(ROWS_EACH));
        publish(mqtt5("last").toAsync(), 0, 0, marker).join();
        database.awaitCount("series", SERIES * ROWS_EACH + 1);
    }
}
