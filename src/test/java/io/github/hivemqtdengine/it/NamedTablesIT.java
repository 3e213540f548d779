// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.DatabaseKind;
import java.io.IOException;
import java.nio.file.Files;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Super tables that messages name, with tags and columns of their own, from MQTT to the database. */
class NamedTablesIT extends BrokerTest {

    private static final String LINES = """
            <route>
              <id>lines</id>
              <mqtt-topic-filters><mqtt-topic-filter>telegraf/#</mqtt-topic-filter></mqtt-topic-filters>
              <payload format="line-protocol"/>
              <table super-table="${payload:/measurement}" tables="20" sub-table="${payload:/measurement}" tags="auto"
                     columns="auto">
                <timestamp value="${coalesce(payload:/timestamp, arrival-time)}" on-equal="bump"/>
                <tag name="measurement" type="VARCHAR(192)" value="${payload:/measurement}"/>
                <auto-columns from="/fields"/>
              </table>
            </route>
            """;

    private static final String ALARMS = """
            <route>
              <id>alarms</id>
              <mqtt-topic-filters><mqtt-topic-filter>alarm/{id}</mqtt-topic-filter></mqtt-topic-filters>
              <payload format="json"/>
              <table super-table="alarms" sub-table="alarm_${mqtt-topic:id}" on-tag-change="new-subtable">
                <tag    name="id"   type="VARCHAR(16)" value="${mqtt-topic:id}"/>
                <column name="text" type="VARCHAR(16)" value="${payload:/text}"/>
              </table>
            </route>
            """;

    private void startEvolvingBroker(String routes) throws IOException {
        Files.writeString(
                broker.configurationFile(),
                configuration(routes, "").replace("</name>", "</name><schema>evolve</schema>"));
        broker.start(0);
    }

    private void publish(String topic, String... payloads) {
        var client = mqtt5("telegraf");
        for (var payload : payloads) {
            client.publishWith()
                    .topic(topic)
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(utf8(payload))
                    .send();
        }
        client.disconnect();
    }

    @Test
    void shouldStoreEachMeasurementWithItsTagsAlsoAfterARestart() throws Exception {
        startEvolvingBroker(LINES);
        publish(
                "telegraf/a",
                "cpu,pc=a usage=1.5,ticks=9007199254740993i 1767600000000001000\nmem,pc=a used=7u,ok=t 1767600000000001000",
                "cpu,pc=a,region=eu usage=2.5 1767600000000002000",
                "idle v=1i 1767600000000001000");
        publish("telegraf/b", "cpu,rack=r7 note=\"x\" 1767600000000003000", "disk.io,pc=b v=1i 1767600000000001000");
        database.awaitCount("cpu", 3);
        database.awaitCount("mem", 1);
        database.awaitCount("disk_io", 1);
        database.awaitCount("idle", 1);

        broker.stop();
        broker.start(0);
        publish(
                "telegraf/a",
                "cpu,pc=a usage=1.25 1767600000000004000",
                "cpu,pc=a,region=eu ticks=5i 1767600000000005000",
                "cpu,pc=a,zone=z9 usage=5i,load=1i 1767600000000006000",
                "cpu,usage=x load=1i 1767600000000007000");

        database.awaitCount("cpu", 6);
        awaitFigure("lines", "dead-lettered", 1);
        assertThat(database.rows(
                        "SELECT measurement, pc, region, rack, zone, usage, ticks, note, load FROM cpu ORDER BY ts"))
                .containsExactly(
                        "cpu a null null null 1.5 9007199254740993 null null",
                        "cpu a eu null null 2.5 null null null",
                        "cpu null null r7 null null null x null",
                        "cpu a null null null 1.25 null null null",
                        "cpu a eu null null null 5 null null",
                        "cpu a null null z9 5.0 null null 1");
        assertThat(database.rows("SELECT measurement, pc, used, ok FROM mem")).containsExactly("mem a 7 1");
        assertThat(database.rows("SELECT measurement, pc, v FROM disk_io")).containsExactly("disk.io b 1");
        assertThat(database.rows("SELECT measurement, v FROM idle")).containsExactly("idle 1");
        assertThat(deadLetters()).singleElement().asString().contains("its name is in use");
    }

    /** Several lanes add tags and columns to one table at the same time; what one has added, the others use. */
    @Test
    void shouldAgreeOnATableAmongLanes() throws Exception {
        startEvolvingBroker(LINES);

        var client = mqtt5("telegraf");
        for (int i = 0; i < 240; i++) {
            var line = "cpu,t" + i % 5 + "=a,u" + i % 3 + "=b f" + i % 7 + "=" + i + "i "
                    + (1_767_600_000_000_000_000L + i * 1_000_000L);
            client.publishWith()
                    .topic("telegraf/" + i % 24)
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(utf8(line))
                    .send();
        }
        client.disconnect();

        database.awaitCount("cpu", 240);
        assertThat(figure("lines", "dead-lettered")).isZero();
        assertThat(database.rows("SELECT count(*) FROM cpu WHERE t1 = 'a' AND u2 = 'b'"))
                .containsExactly("16");
        assertThat(database.rows("SELECT f0, f1, f2, f3, f4, f5, f6, t0, t4, u0, u1 FROM cpu ORDER BY ts")
                        .get(24))
                .isEqualTo("null null null 24 null null null null a b null");
    }

    /** With {@code alter}, a subtable that exists gets a new tag with its next row. */
    @Test
    void shouldSetNewTagsOfExistingSubtables() throws Exception {
        assumeThat(kind).isEqualTo(DatabaseKind.TDENGINE);
        startEvolvingBroker("""
                <route>
                  <id>things</id>
                  <mqtt-topic-filters><mqtt-topic-filter>thing/{id}</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="json"/>
                  <table super-table="things" sub-table="t_${mqtt-topic:id}" tags="auto" columns="auto"
                         on-tag-change="alter">
                    <timestamp value="${payload:/t}"/>
                    <tag name="id" type="VARCHAR(8)" value="${mqtt-topic:id}"/>
                    <auto-tags from="/labels"/>
                  </table>
                </route>
                """);

        publish("thing/1", "{\"t\":1767600000001,\"v\":1,\"labels\":{\"hall\":\"a\"}}");
        publish("thing/2", "{\"t\":1767600000001,\"v\":1}");
        database.awaitCount("things", 2);
        publish("thing/1", "{\"t\":1767600000002,\"v\":2,\"labels\":{\"hall\":\"b\",\"line\":4,\"on\":true}}");
        database.awaitCount("things", 3);

        assertThat(database.rows("SELECT DISTINCT tbname, id, hall, line, `on` FROM things ORDER BY tbname"))
                .containsExactly("t_1 1 b 4 true", "t_2 2 null null null");
        assertThat(database.rows("SELECT v FROM things WHERE hall = 'b' ORDER BY ts"))
                .containsExactly("1.0", "2.0");
    }

    @Test
    void shouldStoreLinesOfOneSeriesWithoutATime() throws Exception {
        startEvolvingBroker(LINES);

        publish("telegraf/a", "cpu,pc=a v=1i\ncpu,pc=a v=2i", "cpu,pc=a v=3i");

        database.awaitCount("cpu", 3);
        assertThat(database.rows("SELECT v FROM cpu ORDER BY ts")).containsExactly("1", "2", "3");
    }

    @Test
    void shouldKeepWhatAClientCannotMakeATableOf() throws Exception {
        startEvolvingBroker(ALARMS + LINES);
        publish("alarm/7", "{\"text\":\"hot\"}");
        database.awaitCount("alarms", 1);

        publish(
                "telegraf/a",
                "alarms v=1i 1767600000000001000",
                "n".repeat(200) + " v=1i 1767600000000001000",
                "m_0123456789abcdef0123456789abcdef v=1i 1767600000000001000",
                "t," + IntStream.range(0, 1_000).mapToObj(i -> "t" + i + "=v").collect(Collectors.joining(","))
                        + " v=1i 1767600000000001000",
                "tbname v=1i 1767600000000001000",
                "x`;drop\\ table\\ alarms;\"'-- v=1i,tbname=2i,ts=3i 1767600000000001000");
        publish(
                "telegraf/a",
                IntStream.range(0, 1_000)
                        .mapToObj(i -> "flood" + i + " v=1i 1767600000000001000")
                        .toArray(String[]::new));

        database.awaitCount("_tbname", 1);
        database.awaitCount("x__drop_table_alarms_____", 1);
        awaitFigure("lines", "dead-lettered", 4 + 1_000 - 17);
        assertThat(database.rows("SELECT text FROM alarms")).containsExactly("hot");
        assertThat(deadLetters())
                .anySatisfy(
                        letter -> assertThat(letter).contains("is that of another table of the configuration: alarms"))
                .anySatisfy(letter -> assertThat(letter).contains("is longer than 192 bytes"))
                .anySatisfy(letter -> assertThat(letter).contains("ends like a subtable's name"))
                .anySatisfy(letter -> assertThat(letter).contains("as its limit, 100, allows"))
                .anySatisfy(letter -> assertThat(letter).contains("allows: flood999"));
        database.awaitCount("flood16", 1);
        publish("telegraf/a", "tbname v=2i 1767600000000002000");
        database.awaitCount("_tbname", 2);
    }

    /** A field of JSON names the table, whose columns are declared; a name may have any character in the message. */
    @Test
    void shouldStoreDeclaredColumnsInTablesThatAFieldNames() throws Exception {
        startEvolvingBroker("""
                <route>
                  <id>kinds</id>
                  <mqtt-topic-filters><mqtt-topic-filter>kind/#</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="json"/>
                  <table super-table="k_${payload:/kind}" sub-table="one_${payload:/kind}">
                    <tag    name="kind" type="VARCHAR(64)" value="${payload:/kind}"/>
                    <column name="v"    type="INT"         value="${payload:/v}"/>
                  </table>
                </route>
                """);

        publish(
                "kind/a",
                "{\"kind\":\"pump\",\"v\":1}",
                "{\"kind\":\"a\\n`b\\\"'c\",\"v\":2}",
                "{\"kind\":\"pump\",\"v\":3}",
                "{\"kind\":\"\",\"v\":4}");

        database.awaitCount("k_pump", 2);
        database.awaitCount("k_a__b__c", 1);
        awaitFigure("kinds", "dead-lettered", 1);
        assertThat(database.rows("SELECT kind, v FROM k_pump ORDER BY ts")).containsExactly("pump 1", "pump 3");
        assertThat(database.rows("SELECT v FROM k_a__b__c")).containsExactly("2");
    }
}
