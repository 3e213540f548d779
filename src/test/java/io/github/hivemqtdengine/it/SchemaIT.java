// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.testkit.DatabaseKind;
import io.github.hivemqtdengine.testkit.TDengineServer;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rows that routes write to existing tables and subtables. */
@Tag("full")
class SchemaIT extends BrokerTest {

    private @Nullable Mqtt5BlockingClient client;

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    /** Skips databases whose tags do not belong to subtables. */
    @BeforeEach
    void skipOthers() {
        assumeThat(kind).isEqualTo(DatabaseKind.TDENGINE);
    }

    @Test
    void shouldReportABrokenTableAtTheStartAndStoreInItOnceItIsMended() throws Exception {
        TDengineServer.shared().execute("CREATE DATABASE " + database.name() + " PRECISION 'us' VGROUPS 1 BUFFER 16");
        database.execute("CREATE STABLE points (ts TIMESTAMP, number VARCHAR(8)) TAGS (kind VARCHAR(16))");
        startBroker(Routes.METERS + Routes.equalTimes("overwrite"));

        await().until(() -> log.text().contains("super table \"points\""));
        assertThat(log.lines())
                .filteredOn(line -> line.startsWith("ERROR"))
                .singleElement()
                .asString()
                .contains(
                        "Database \"test\" rejects super table \"points\"",
                        "number as VARCHAR, which can't hold every BIGINT");

        assertThat(log.text())
                .contains("INFO Database \"test\": TDengine 3.", "WARN Database \"test\": a power cut can lose rows");

        publish("points/1", "{\"t\":1767322800121,\"n\":1}");
        publish("site/n/meter/1", "{\"t\":1767322800121,\"v\":1}");
        awaitFigure("points", "dead-lettered", 1);
        database.awaitCount("meters", 1);
        assertThat(deadLetters()).singleElement().asString().contains("\"reason\":\"rejected\"", "number as VARCHAR");

        database.execute("DROP STABLE points");
        await().ignoreExceptionsInstanceOf(SQLException.class).until(() -> {
            publish("points/1", "{\"t\":1767322800122,\"n\":2}");
            return database.count("points") == 1;
        });
        assertThat(log.text()).contains("INFO Database \"test\" accepts super table \"points\" again");
    }

    @Test
    void shouldLeaveTheTagsAndCountTheRowsThatBringOthers() throws Exception {
        publishThreeRooms("ignore");

        assertThat(database.query("SELECT DISTINCT tbname, room FROM things")).containsExactly(List.of("t_7", "a"));
    }

    @Test
    void shouldLetTheTagsFollowAlsoAfterARestart() throws Exception {
        publishThreeRooms("alter");
        assertThat(database.query("SELECT DISTINCT tbname, room FROM things")).containsExactly(List.of("t_7", "b"));

        broker.stop();
        broker.start(0);
        publish("thing/7", "{\"t\":1767322800124,\"room\":\"c\"}");

        database.awaitCount("things", 4);
        assertThat(database.query("SELECT DISTINCT tbname, room FROM things")).containsExactly(List.of("t_7", "c"));
    }

    @Test
    void shouldGiveOtherTagsASubtableOfTheirOwn() throws Exception {
        publishThreeRooms("new-subtable");

        assertThat(database.query("SELECT room, count(*) FROM things GROUP BY room ORDER BY room"))
                .containsExactly(List.of("a", 2L), List.of("b", 1L));
        assertThat(database.query("SELECT DISTINCT tbname FROM things"))
                .hasSize(2)
                .allSatisfy(row -> assertThat((String) row.get(0)).matches("t_7_[0-9a-f]{32}"));
    }

    private void publishThreeRooms(String onTagChange) throws Exception {
        startBroker("""
                <route>
                  <id>things</id>
                  <mqtt-topic-filters><mqtt-topic-filter>thing/{id}</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="json"/>
                  <table super-table="things" sub-table="t_${mqtt-topic:id}" on-tag-change="%s">
                    <timestamp value="${payload:/t}" unit="ms"/>
                    <tag    name="room" type="VARCHAR(16)" value="${payload:/room}"/>
                    <column name="t"    type="BIGINT"      value="${payload:/t}"/>
                  </table>
                </route>
                """.formatted(onTagChange));
        publish("thing/7", "{\"t\":1767322800121,\"room\":\"a\"}");
        publish("thing/7", "{\"t\":1767322800122,\"room\":\"a\"}");
        publish("thing/7", "{\"t\":1767322800123,\"room\":\"b\"}");
        database.awaitCount("things", 3);
        assertThat(figure("things", "tag-changes")).isEqualTo(1);
    }

    private Mqtt5BlockingClient client() {
        if (client == null || !client.getState().isConnected()) {
            client = mqtt5("c");
        }
        return client;
    }

    private void publish(String topic, String payload) {
        client().publishWith()
                .topic(topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(utf8(payload))
                .send();
    }
}
