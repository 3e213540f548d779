// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.testkit.BrokerFixture;
import io.github.hivemqtdengine.testkit.TDengineServer;
import io.github.hivemqtdengine.testkit.TimeSeriesDatabase;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages of equal timestamps in databases of every precision. */
@Tag("full")
class EqualTimestampsPrecisionIT extends BrokerFixture {

    private static final int MESSAGES = 200;
    private static final List<String> POLICIES = List.of("bump", "overwrite", "composite-key", "reject");
    private static final String ROUTE = """
            <route>
              <id>%1$s</id>
              <mqtt-topic-filters><mqtt-topic-filter>%1$s/#</mqtt-topic-filter></mqtt-topic-filters>
              <payload format="json"%4$s/>
              <table super-table="%2$s" sub-table="of_%1$s">
                <timestamp %3$s/>
                <tag    name="kind"   type="VARCHAR(16)" value="test"/>
                <column name="number" type="BIGINT"      value="${payload:/n}"/>
              </table>
            </route>
            """;

    private final TDengineServer server = TDengineServer.shared();

    @Override
    protected TimeSeriesDatabase freshDatabase() {
        return server.freshDatabase();
    }

    @ParameterizedTest
    @EnumSource
    void shouldHoldWithEveryPolicy(Precision precision) throws Exception {
        server.execute(
                "CREATE DATABASE " + database.name() + " PRECISION '" + precision.unit() + "' VGROUPS 1 BUFFER 16");
        startBroker(POLICIES.stream()
                        .map(policy -> route(policy, "value=\"${payload:/t}\" unit=\"ms\" on-equal=\"" + policy + "\""))
                        .collect(Collectors.joining())
                + route("arrival", "")
                + ROUTE.formatted("records", "records", "", " rows=\"/r\""));

        POLICIES.forEach(this::publish);
        publish("arrival");
        publishRecordsInOneMessage();

        database.awaitCount("arrival", MESSAGES);
        database.awaitCount("bump", MESSAGES);
        database.awaitCount("composite_key", MESSAGES);
        awaitFigure("overwrite", "stored", MESSAGES);
        awaitFigure("reject", "dead-lettered", MESSAGES - 1);
        assertThat(figure("bump", "bumped-rows")).isEqualTo(MESSAGES - 1);
        database.awaitCount("records", MESSAGES);
        assertThat(figure("records", "bumped-rows"))
                .as("records that arrived together")
                .isEqualTo(MESSAGES - 1);
        assertThat(figure("arrival", "bumped-rows"))
                .as("no two messages arrive in one microsecond; in one millisecond nobody knows how many do")
                .isBetween(0L, precision == Precision.MILLISECONDS ? MESSAGES - 1L : 0L);
        assertThat(figure("overwrite", "overwritten-rows")).isEqualTo(MESSAGES - 1);
        assertThat(database.query("SELECT number FROM overwrite")).containsExactly(List.of(MESSAGES - 1L));
        assertThat(database.query("SELECT DISTINCT ts FROM composite_key")).hasSize(1);
        assertThat(database.query("SELECT number FROM reject")).containsExactly(List.of(0L));
    }

    private static String route(String id, String timestamp) {
        return ROUTE.formatted(id, id.replace('-', '_'), timestamp, "");
    }

    private void publishRecordsInOneMessage() {
        var records =
                IntStream.range(0, MESSAGES).mapToObj(i -> "{\"n\":" + i + "}").collect(Collectors.joining(","));
        mqtt5("c-records")
                .publishWith()
                .topic("records/1")
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(utf8("{\"r\":[" + records + "]}"))
                .send();
    }

    private void publish(String topic) {
        var client = mqtt5("c-" + topic);
        for (int i = 0; i < MESSAGES; i++) {
            client.publishWith()
                    .topic(topic + "/1")
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(utf8("{\"t\":1767322800123,\"n\":" + i + "}"))
                    .send();
        }
    }
}
