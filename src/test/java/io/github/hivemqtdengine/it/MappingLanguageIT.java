// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import io.github.hivemqtdengine.testkit.BrokerTest;
import java.nio.charset.Charset;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Compares the stored values with what the mapping language promises. */
class MappingLanguageIT extends BrokerTest {

    private void publish(String topic, String... payloads) throws Exception {
        var client = mqtt5("line4-plc");
        for (var payload : payloads) {
            client.publishWith()
                    .topic(topic)
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(utf8(payload))
                    .send();
        }
    }

    @Test
    void shouldCalculateValuesNamesAndTimes() throws Exception {
        startBroker("""
                <route>
                  <id>states</id>
                  <mqtt-topic-filters><mqtt-topic-filter>plant/+/#</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="json"/>
                  <table super-table="states" sub-table="s_${lower(replace(mqtt-topic:2.., '/', '_'))}">
                    <timestamp value="${time(payload:/when, 'dd.MM.yyyy HH:mm:ss', 'Asia/Shanghai')}"/>
                    <tag    name="line"    type="VARCHAR(16)" value="${split(mqtt-client-id, '-', 1)}"/>
                    <column name="celsius" type="DOUBLE"      value="${round(payload:/t * 0.1, 1)}"/>
                    <column name="running" type="VARCHAR(5)" value="${switch(payload:/state, 'ON', true, 'OFF', false)}"/>
                    <column name="alarm"   type="VARCHAR(5)"  value="${bit(payload:/flags, 3)}"/>
                    <column name="text"    type="VARCHAR(64)" value="${coalesce(payload:/text, concat('no text: ', payload:/t))}"/>
                  </table>
                </route>
                """);

        publish("plant/Hall/Press 1", """
                {"when":"01.03.2026 08:00:05","t":215,"state":"ON","flags":8}""");

        database.awaitCount("states", 1);
        assertThat(database.query("SELECT ts, celsius, running, alarm, text, line FROM states"))
                .containsExactly(
                        List.of(Instant.parse("2026-03-01T00:00:05Z"), 21.5, "true", "true", "no text: 215", "line4"));
    }

    @Test
    void shouldStoreRecordsWhereTheyBelongAndLeaveOutTheOthers() throws Exception {
        startBroker("""
                <route>
                  <id>gateway</id>
                  <mqtt-topic-filters><mqtt-topic-filter>gateway/{gateway}</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="json" rows=""/>
                  <table super-table="readings" sub-table="r_${payload:/id}" where="payload:/type = 'reading'">
                    <timestamp value="${payload:/t}" unit="s"/>
                    <tag    name="gateway" type="VARCHAR(16)" value="${mqtt-topic:gateway}"/>
                    <column name="number"  type="TINYINT"     value="${payload:/v}" on-range="skip-row"/>
                  </table>
                  <table super-table="alarms" sub-table="a_${payload:/id}"
                         where="payload:/type = 'alarm' or payload:/v > 100">
                    <timestamp value="${payload:/t}" unit="s"/>
                    <tag    name="gateway" type="VARCHAR(16)" value="${mqtt-topic:gateway}"/>
                    <column name="text"    type="VARCHAR(5)"  value="${payload:/text}" on-missing="null" on-length="truncate"/>
                  </table>
                </route>
                """);

        publish("gateway/g1", """
                [{"type":"reading","id":1,"t":1767322800,"v":7},
                 {"type":"reading","id":2,"t":1767322801,"v":300},
                 {"type":"alarm","id":1,"t":1767322802,"text":"overheated"},
                 {"type":"status","id":1,"t":1767322803}]""", "[{\"type\":\"status\"}]", "[]");

        awaitFigure("gateway", "dropped.no-rows", 2);
        awaitFigure("gateway", "stored", 1);
        database.awaitCount("readings", 1);
        database.awaitCount("alarms", 2);
        assertThat(database.query("SELECT number, gateway FROM readings")).containsExactly(List.of(7L, "g1"));
        assertThat(database.query("SELECT text FROM alarms WHERE text IS NOT NULL"))
                .containsExactly(List.of("overh"));
        assertThat(figure("gateway", "stored-rows")).isEqualTo(3);
        assertThat(figure("gateway", "mapping.rows-skipped")).isEqualTo(1);
        assertThat(figure("gateway", "mapping.rows-filtered")).isEqualTo(6);
        assertThat(figure("gateway", "mapping.values-truncated")).isEqualTo(1);
        assertThat(figure("gateway", "mapping.values-nulled")).isEqualTo(1);
        awaitEvenAccount("gateway");
    }

    @Test
    void shouldGuessNeitherCharsetsNorEncodings() throws Exception {
        startBroker("""
                <route>
                  <id>old</id>
                  <mqtt-topic-filters><mqtt-topic-filter>old/#</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="json" charset="GB18030"/>
                  <table super-table="old" sub-table="o_1">
                    <timestamp value="${arrival-time}"/>
                    <tag    name="place"   type="VARCHAR(16)"   value="${payload:/s}"/>
                    <column name="running" type="VARCHAR(5)"    value="${one-of(payload:/on, 'on', 'open')}"/>
                    <column name="frame"   type="VARBINARY(16)" value="${hex(payload:/hex)}"/>
                    <column name="image"   type="VARBINARY(16)" value="${base64(payload:/image)}"/>
                    <column name="guessed" type="VARBINARY(16)" value="${payload:/hex}"    on-mismatch="null"/>
                    <column name="wh"      type="FLOAT"         value="${payload:/wh}"/>
                    <column name="tiny"    type="DOUBLE"        value="${payload:/tiny}"/>
                  </table>
                  <table super-table="places" sub-table="p_1">
                    <timestamp value="${arrival-time}"/>
                    <tag    name="place" type="VARCHAR(16)"  value="${payload:/s}"/>
                    <column name="tiny"  type="DOUBLE"       value="${payload:/tiny}"/>
                    <column name="fix"   type="GEOMETRY(21)" value="${payload:/fix}"  on-mismatch="null"/>
                  </table>
                </route>
                """);

        mqtt5("gateway")
                .publishWith()
                .topic("old/1")
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(
                        "{\"s\":\"温度\",\"on\":\"on\",\"hex\":\"0a1b2c3d\",\"image\":\"ChssPQ\",\"wh\":16777217,\"tiny\":1e-320,\"fix\":\"POINT(0 )\"}"
                                .getBytes(Charset.forName("GB18030")))
                .send();

        database.awaitCount("old", 1);
        database.awaitCount("places", 1);
        assertThat(database.query("SELECT place, running, wh, tiny FROM old"))
                .containsExactly(List.of("温度", "true", 16_777_216f, 1e-320));
        assertThat(database.query("SELECT frame, image, guessed FROM old").get(0))
                .usingRecursiveComparison()
                .isEqualTo(Arrays.asList(
                        HexFormat.of().parseHex("0a1b2c3d"), HexFormat.of().parseHex("0a1b2c3d"), null));
        assertThat(database.query("SELECT tiny, fix FROM places")).containsExactly(Arrays.asList(1e-320, null));
        awaitFigure("old", "mapping.values-nulled", 2);
        assertThat(deadLetters()).isEmpty();
    }

    @Test
    void shouldStoreTheRowsOfNestedArraysWithWhatIsAroundThem() throws Exception {
        startBroker("""
                <route>
                  <id>lines</id>
                  <mqtt-topic-filters><mqtt-topic-filter>lines/{site}</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="json" rows="/lines/*/devices/*/readings"/>
                  <table super-table="line_readings" sub-table="d_${payload:../id}" where="not exists(payload:../ignored)">
                    <timestamp value="${payload:/t}" unit="s"/>
                    <tag    name="line"  type="VARCHAR(16)" value="${payload:../../name}"/>
                    <tag    name="site"  type="VARCHAR(16)" value="${payload-root:/site}"/>
                    <column name="level" type="DOUBLE"      value="${payload:/v}"/>
                  </table>
                </route>
                """);

        publish("lines/s1", """
                {"lines": [
                   {"devices": [{"id": "a", "readings": [{"t": 1767322800, "v": 1}, {"t": 1767322801, "v": 2}]},
                                {"id": "b", "readings": []},
                                {"id": "c", "readings": [{"t": 1767322802, "v": 3}], "ignored": true}],
                    "name": "north"},
                   {"name": "south", "devices": {"x": {"readings": [{"v": 4, "t": 1767322803}], "id": "d"}, "y": {}}}],
                 "site": "s1"}""", "{\"lines\":[]}", "{\"lines\":[{\"devices\":[{\"id\":\"a\"}]}]}");

        awaitFigure("lines", "dead-lettered", 1);
        awaitFigure("lines", "dropped.no-rows", 1);
        awaitFigure("lines", "stored", 1);
        database.awaitCount("line_readings", 3);
        assertThat(database.query("SELECT level, line, site FROM line_readings ORDER BY ts"))
                .containsExactly(List.of(1.0, "north", "s1"), List.of(2.0, "north", "s1"), List.of(4.0, "south", "s1"));
        assertThat(figure("lines", "mapping.rows-filtered")).isEqualTo(1);
        awaitEvenAccount("lines");
    }

    /** MQTT deletes a retained message by one without payload. */
    @Test
    void shouldIgnoreMessagesWithoutPayload() throws Exception {
        startBroker("""
                <route>
                  <id>states</id>
                  <mqtt-topic-filters><mqtt-topic-filter>state/{device}</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="json"/>
                  <table super-table="states" sub-table="s_${mqtt-topic:device}">
                    <tag    name="device" type="VARCHAR(16)" value="${mqtt-topic:device}"/>
                    <column name="level"  type="DOUBLE"      value="${payload:/v}"/>
                  </table>
                </route>
                """);

        publish("state/d1", "", "{\"v\":1}", "");

        awaitFigure("states", "stored", 1);
        awaitFigure("states", "dropped.no-rows", 2);
        database.awaitCount("states", 1);
        assertThat(figure("states", "mapping.empty-payloads")).isEqualTo(2);
        assertThat(figure("states", "dead-lettered")).isZero();
        awaitEvenAccount("states");
    }

    @Test
    void shouldStoreEveryShapeOfJson() throws Exception {
        startBroker("""
                <route>
                  <id>devices</id>
                  <mqtt-topic-filters><mqtt-topic-filter>shapes/devices</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="json" rows="/*"/>
                  <table super-table="samples" sub-table="s_${payload-key}">
                    <timestamp value="${payload:/ts}" unit="ms"/>
                    <tag    name="device"      type="VARCHAR(32)" value="${payload-key}"/>
                    <column name="temperature" type="DOUBLE"      value="${payload:/values/t}"/>
                    <column name="number"      type="INT"         value="${payload-index}"/>
                  </table>
                </route>
                <route>
                  <id>types</id>
                  <mqtt-topic-filters><mqtt-topic-filter>shapes/types</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="json" rows="/values"/>
                  <table super-table="numbers" sub-table="n_${payload:/id}" where="is-number(payload:/v)">
                    <timestamp value="${payload:/t}"/>
                    <tag    name="id" type="VARCHAR(64)" value="${payload:/id}"/>
                    <column name="v"  type="DOUBLE"      value="${payload:/v}"/>
                  </table>
                  <table super-table="words" sub-table="t_${payload:/id}" where="is-text(payload:/v)">
                    <timestamp value="${payload:/t}"/>
                    <tag    name="id" type="VARCHAR(64)" value="${payload:/id}"/>
                    <column name="v"  type="VARCHAR(64)" value="${payload:/v}"/>
                    <column name="n"  type="DOUBLE"      value="${try(number(payload:/v), -1)}"/>
                  </table>
                </route>
                <route>
                  <id>inner</id>
                  <mqtt-topic-filters><mqtt-topic-filter>shapes/inner</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="json"/>
                  <table super-table="inner_values" sub-table="inner_values_1">
                    <tag    name="name" type="VARCHAR(16)" value="${json(payload:/payload, '/name')}"/>
                    <column name="t"    type="DOUBLE"      value="${json(payload:/payload, '/t')}"/>
                  </table>
                </route>
                <route>
                  <id>unplugged</id>
                  <mqtt-topic-filters><mqtt-topic-filter>shapes/unplugged</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="json" non-finite="null"/>
                  <table super-table="climate" sub-table="climate_1">
                    <tag    name="name"        type="VARCHAR(16)" value="dht"/>
                    <column name="temperature" type="DOUBLE"      value="${payload:/DHT11/Temperature}"/>
                    <column name="humidity"    type="DOUBLE"      value="${payload:/DHT11/Humidity}"/>
                    <column name="light"       type="INT"         value="${payload:/light}"/>
                  </table>
                </route>
                """);

        publish("shapes/devices", """
                {"Device A":[{"ts":1767322800000,"values":{"t":42}},{"ts":1767322801000,"values":{"t":43}}],
                 "Device B":[{"ts":1767322800000,"values":{"t":7}}]}""");
        publish("shapes/types", """
                {"values":[{"id":"Line4.PLC 1.Druck","v":7,"q":true,"t":1767322800123},
                           {"id":"Line4.PLC 1.Nr","v":"MSN-0573","q":true,"t":1767322800124},{"v":null}]}""");
        publish("shapes/inner", "{\"payload\":\"{\\\"t\\\":21.5,\\\"name\\\":\\\"p1\\\"}\"}");
        publish("shapes/unplugged", "{\"DHT11\":{\"Temperature\":nan,\"Humidity\":-Infinity},\"light\":5}");

        database.awaitCount("samples", 3);
        assertThat(database.query("SELECT ts, device, temperature, number FROM samples ORDER BY temperature"))
                .containsExactly(
                        List.of(Instant.parse("2026-01-02T03:00:00Z"), "Device B", 7.0, 0L),
                        List.of(Instant.parse("2026-01-02T03:00:00Z"), "Device A", 42.0, 0L),
                        List.of(Instant.parse("2026-01-02T03:00:01Z"), "Device A", 43.0, 1L));
        database.awaitCount("numbers", 1);
        assertThat(database.query("SELECT v, id FROM numbers")).containsExactly(List.of(7.0, "Line4.PLC 1.Druck"));
        database.awaitCount("words", 1);
        assertThat(database.query("SELECT v, n, id FROM words"))
                .containsExactly(List.of("MSN-0573", -1.0, "Line4.PLC 1.Nr"));
        database.awaitCount("inner_values", 1);
        assertThat(database.query("SELECT t, name FROM inner_values")).containsExactly(List.of(21.5, "p1"));
        database.awaitCount("climate", 1);
        assertThat(database.query("SELECT light FROM climate WHERE temperature IS NULL AND humidity IS NULL"))
                .containsExactly(List.of(5L));
        for (var route : List.of("devices", "types", "inner", "unplugged")) {
            assertThat(figure(route, "dead-lettered")).as(route).isZero();
            awaitEvenAccount(route);
        }
    }

    @Test
    void shouldReadTimesAsDevicesWriteThem() throws Exception {
        startBroker("""
                <route>
                  <id>iso</id>
                  <mqtt-topic-filters><mqtt-topic-filter>times/iso</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="json" rows=""/>
                  <table super-table="iso_times" sub-table="iso_times_1">
                    <timestamp value="${payload:/t}" unit="iso-8601"/>
                    <tag    name="kind" type="VARCHAR(8)" value="iso"/>
                    <column name="at"   type="TIMESTAMP"  value="${payload:/t}"/>
                    <column name="n"    type="INT"        value="${payload-index}"/>
                  </table>
                </route>
                <route>
                  <id>local</id>
                  <mqtt-topic-filters><mqtt-topic-filter>times/local</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="json" rows=""/>
                  <table super-table="local_times" sub-table="local_times_1">
                    <timestamp value="${time(payload:/t, 'iso-8601', 'Europe/Berlin', 'later')}"/>
                    <tag    name="kind" type="VARCHAR(8)" value="local"/>
                    <column name="n"    type="INT"        value="${payload-index}"/>
                  </table>
                </route>
                <route>
                  <id>epoch</id>
                  <mqtt-topic-filters><mqtt-topic-filter>times/epoch</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="json" rows=""/>
                  <table super-table="epoch_times" sub-table="epoch_times_1">
                    <timestamp value="${payload:/t}" unit="s"/>
                    <tag    name="kind" type="VARCHAR(8)" value="epoch"/>
                    <column name="n"    type="INT"        value="${payload-index}"/>
                  </table>
                </route>
                """);

        publish("times/iso", """
                [{"t":"2026-01-10T22:55:31+0100"},{"t":"2026-01-10 22:55:32+01:00"},{"t":"2026-01-10t22:55:33z"},
                 {"t":"2026-01-10T22:55:34,25Z"},{"t":"2026-01-10T22:55:35.1230000009+01"},{"t":"20260110T225536Z"}]""");
        publish("times/local", """
                [{"t":"2026-04-22 21:28:12"},{"t":"2026-10-25 02:30:00"}]""");
        publish("times/epoch", """
                [{"t":1767225600.123},{"t":"1767225601.456"}]""");

        database.awaitCount("iso_times", 6);
        assertThat(database.query("SELECT ts, at FROM iso_times ORDER BY n"))
                .extracting(row -> row.get(0))
                .containsExactly(
                        Instant.parse("2026-01-10T21:55:31Z"),
                        Instant.parse("2026-01-10T21:55:32Z"),
                        Instant.parse("2026-01-10T22:55:33Z"),
                        Instant.parse("2026-01-10T22:55:34.250Z"),
                        Instant.parse("2026-01-10T21:55:35.123Z"),
                        Instant.parse("2026-01-10T22:55:36Z"));
        assertThat(database.query("SELECT n FROM iso_times WHERE at <> ts")).isEmpty();
        database.awaitCount("local_times", 2);
        assertThat(database.query("SELECT ts FROM local_times ORDER BY n"))
                .containsExactly(
                        List.of(Instant.parse("2026-04-22T19:28:12Z")), List.of(Instant.parse("2026-10-25T01:30:00Z")));
        database.awaitCount("epoch_times", 2);
        assertThat(database.query("SELECT ts FROM epoch_times ORDER BY n"))
                .containsExactly(
                        List.of(Instant.parse("2026-01-01T00:00:00.123Z")),
                        List.of(Instant.parse("2026-01-01T00:00:01.456Z")));
        awaitEvenAccount("iso");
    }

    @Test
    void shouldStoreOnlyWhatHasChanged() throws Exception {
        startBroker("""
                <route>
                  <id>levels</id>
                  <mqtt-topic-filters><mqtt-topic-filter>level/{tank}</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="json"/>
                  <table super-table="levels" sub-table="l_${mqtt-topic:tank}"
                         only-on-change="true" min-interval="2 s" max-interval="1 min">
                    <timestamp value="${payload:/t}" unit="s"/>
                    <tag    name="tank"  type="VARCHAR(16)" value="${mqtt-topic:tank}"/>
                    <column name="level" type="DOUBLE"      value="${payload:/v}" dead-band="0.5"/>
                  </table>
                </route>
                """);

        publish(
                "level/a",
                "{\"t\":1767322800,\"v\":10}",
                "{\"t\":1767322801,\"v\":12}",
                "{\"t\":1767322803,\"v\":10.4}",
                "{\"t\":1767322804,\"v\":10.6}",
                "{\"t\":1767322863,\"v\":10.7}",
                "{\"t\":1767322864,\"v\":10.7}",
                "{\"t\":1767322866,\"v\":10.7}");

        awaitFigure("levels", "dropped.no-rows", 4);
        database.awaitCount("levels", 3);
        assertThat(database.query("SELECT level FROM levels ORDER BY ts"))
                .containsExactly(List.of(10.0), List.of(10.6), List.of(10.7));
        assertThat(figure("levels", "mapping.rows-unchanged")).isEqualTo(3);
        assertThat(figure("levels", "mapping.rows-too-soon")).isEqualTo(1);
        awaitEvenAccount("levels");
    }

    @Test
    void shouldFilterByClientUserAndQos() throws Exception {
        startBroker("""
                <route>
                  <id>senders</id>
                  <mqtt-topic-filters><mqtt-topic-filter>sender/+</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="json"/>
                  <table super-table="of_clients" sub-table="c_${mqtt-client-id}" where="starts-with(mqtt-client-id, 'plc-')">
                    <tag    name="client" type="VARCHAR(16)" value="${mqtt-client-id}"/>
                    <column name="n"      type="INT"         value="${payload:/n}"/>
                  </table>
                  <table super-table="of_users" sub-table="u_${mqtt-user-name}" where="one-of(mqtt-user-name, 'ann', 'bob')">
                    <tag    name="who" type="VARCHAR(16)" value="${mqtt-user-name}"/>
                    <column name="n"   type="INT"         value="${payload:/n}"/>
                  </table>
                  <table super-table="of_qos" sub-table="q_${mqtt-qos}" where="mqtt-qos ge 1 and mqtt-client-id != 'hmi'">
                    <tag    name="qos" type="INT" value="${mqtt-qos}"/>
                    <column name="n"   type="INT" value="${payload:/n}"/>
                  </table>
                </route>
                """);

        publishAs("plc-1", null, MqttQos.AT_MOST_ONCE, 1);
        publishAs("plc-2", "ann", MqttQos.AT_LEAST_ONCE, 2);
        publishAs("hmi", "bob", MqttQos.EXACTLY_ONCE, 3);
        publishAs("scada", "carl", MqttQos.EXACTLY_ONCE, 4);
        publishAs("scada", null, MqttQos.AT_MOST_ONCE, 5);

        awaitFigure("senders", "stored", 4);
        awaitFigure("senders", "dropped.no-rows", 1);
        database.awaitCount("of_clients", 2);
        database.awaitCount("of_users", 2);
        database.awaitCount("of_qos", 2);
        assertThat(database.query("SELECT n, client FROM of_clients ORDER BY n"))
                .containsExactly(List.of(1L, "plc-1"), List.of(2L, "plc-2"));
        assertThat(database.query("SELECT n, who FROM of_users ORDER BY n"))
                .containsExactly(List.of(2L, "ann"), List.of(3L, "bob"));
        assertThat(database.query("SELECT n, qos FROM of_qos ORDER BY n"))
                .containsExactly(List.of(2L, 1L), List.of(4L, 2L));
        awaitEvenAccount("senders");
    }

    private void publishAs(String clientId, @Nullable String user, MqttQos qos, int number) {
        var builder = mqttClient(clientId).useMqttVersion5();
        var client = user == null
                ? builder.buildBlocking()
                : builder.simpleAuth().username(user).applySimpleAuth().buildBlocking();
        client.connect();
        client.publishWith()
                .topic("sender/" + number)
                .qos(qos)
                .payload(utf8("{\"n\":" + number + "}"))
                .send();
        client.disconnect();
    }
}
