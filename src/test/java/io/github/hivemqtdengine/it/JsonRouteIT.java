// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import io.github.hivemqtdengine.metrics.DropwizardMetrics;
import io.github.hivemqtdengine.metrics.ExtensionMetric;
import io.github.hivemqtdengine.metrics.Metric;
import io.github.hivemqtdengine.metrics.RouteCounters;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.FileRights;
import io.github.hivemqtdengine.testkit.Mqtt31Client;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class JsonRouteIT extends BrokerTest {

    @Test
    void shouldStoreTheFirstMappingOfTheReadme() throws Exception {
        startBroker(Routes.METERS);

        mqtt5("meter")
                .publishWith()
                .topic("site/north/meter/7")
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(utf8("{\"t\": 1767322800123, \"v\": 229.7, \"p\": 2}"))
                .send();

        database.awaitCount("meters", 1);
        assertThat(database.query("SELECT ts, voltage, phase, site, meter FROM meters"))
                .containsExactly(List.of(Instant.ofEpochMilli(1767322800123L), 229.7, 2L, "north", "7"));
    }

    @Test
    void shouldTakeMessagesOfEveryVersionAndQos() throws Exception {
        startBroker(Routes.METERS);
        var mqtt3 = mqtt3("three");
        var mqtt5 = mqtt5("five");

        for (var qos : MqttQos.values()) {
            mqtt3.publishWith()
                    .topic("site/three/meter/" + qos.getCode())
                    .qos(qos)
                    .payload(utf8("{\"t\":1767322800121,\"v\":1}"))
                    .send();
            mqtt5.publishWith()
                    .topic("site/five/meter/" + qos.getCode())
                    .qos(qos)
                    .retain(true)
                    .payload(utf8("{\"t\":1767322800121,\"v\":1}"))
                    .send();
            publishByMqtt31("site/old/meter/" + qos.getCode(), qos.getCode(), "{\"t\":1767322800121,\"v\":1}");
        }

        database.awaitCount("meters", 9);
        awaitFigure("meters", "stored", 9);
    }

    private void publishByMqtt31(String topic, int qos, String payload) throws IOException {
        try (var client = Mqtt31Client.connect(broker, "old")) {
            client.publish(topic, qos, utf8(payload));
        }
    }

    @Test
    void shouldUseDefaultsAndKeepTheRestAsDeadLetters() throws Exception {
        startBroker(Routes.METERS);
        var meter = mqtt5("meter");

        for (var payload : List.of(
                "{\"t\":1767322800121,\"v\":1}",
                "{\"t\":1767322800122,\"v\":null}",
                "{\"t\":1767322800123}",
                "{\"t\":1767322800124,\"v\":\"high\"}",
                "{\"t\":1767322800125,\"v\":1,\"p\":1.5}",
                "{\"v\":1}",
                "not json",
                " ",
                "")) {
            meter.publishWith()
                    .topic("site/n/meter/1")
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(utf8(payload))
                    .send();
        }

        awaitFigure("meters", "dead-lettered", 6);
        awaitFigure("meters", "dropped.no-rows", 1);
        database.awaitCount("meters", 2);
        assertThat(database.query("SELECT voltage, phase FROM meters ORDER BY ts"))
                .containsExactly(List.of(1.0, 0L), Arrays.asList(null, 0L));
        assertThat(deadLetters())
                .hasSize(6)
                .satisfiesExactly(
                        line -> assertThat(line).contains("\"reason\":\"missing\"", "voltage"),
                        line -> assertThat(line).contains("\"reason\":\"type_mismatch\"", "voltage"),
                        line -> assertThat(line).contains("\"reason\":\"type_mismatch\"", "phase"),
                        line -> assertThat(line).contains("\"reason\":\"missing\"", "\"topic\":\"site/n/meter/1\""),
                        line -> assertThat(line).contains("\"reason\":\"decode\"", "\"payload\":\"bm90IGpzb24=\""),
                        line -> assertThat(line).contains("\"reason\":\"decode\"", "\"client\":\"meter\""));
        assertOthersCanReadNothing();
        assertThat(gauge("dead-letters.bytes")).isEqualTo(Files.size(deadLetterFile()));
        assertThat((double) gauge("dead-letters.share")).isBetween(Double.MIN_VALUE, 0.01);
        assertThat((double) gauge("spool.share")).isBetween(0.0, 0.01);
        assertThat(gauge("spool.damaged-bytes")).isEqualTo(0L);
        assertMetricsAreDeclared();
    }

    /** The configuration has no schema registry, archive, topic of the dead letters, or search for unmapped fields. */
    private void assertMetricsAreDeclared() {
        var declared = Stream.<Metric>concat(Arrays.stream(ExtensionMetric.values()), RouteCounters.ALL.stream())
                .map(Metric::metric)
                .filter(name -> !name.matches("schema-registry\\..*|archive\\..*|unmapped\\..*|.*published"));

        assertThat(broker.metrics().getNames())
                .filteredOn(name -> name.matches(DropwizardMetrics.PREFIX + "\\.(?!total\\.).*"))
                .extracting(name -> name.substring(DropwizardMetrics.PREFIX.length() + 1)
                        .replaceFirst("^(route|database)\\.[^.]+", "$1.<id>"))
                .containsExactlyInAnyOrderElementsOf(declared.toList());
    }

    private Object gauge(String name) {
        return broker.metrics().gauge(DropwizardMetrics.PREFIX + "." + name).getValue();
    }

    private void assertOthersCanReadNothing() throws IOException {
        if (FileRights.areKnown()) {
            for (var file : List.of("dead-letters.jsonl", "spool", "spool/lock", "spool/current")) {
                FileRights.assertPrivate(broker.extensionDataFolder().resolve(file));
            }
        }
    }

    @Test
    void shouldMakeManyRowsOfOneMessage() throws Exception {
        startBroker("""
                <route>
                  <id>gateway</id>
                  <mqtt-topic-filters>
                    <mqtt-topic-filter>gateway/+</mqtt-topic-filter>
                  </mqtt-topic-filters>
                  <payload format="json" rows="/readings"/>
                  <table super-table="readings" sub-table="r_${payload:/sensor}">
                    <timestamp value="${payload:/t}" unit="iso-8601"/>
                    <tag    name="sensor"  type="VARCHAR(16)" value="${payload:/sensor}"/>
                    <column name="gateway" type="VARCHAR(16)" value="${payload-root:/id}"/>
                    <column name="reading" type="DOUBLE"      value="${payload:/v}"/>
                  </table>
                </route>
                """);

        mqtt5("gateway").publishWith().topic("gateway/1").payload(utf8("""
                        {"readings": [
                          {"sensor": "a", "t": "2026-01-02T03:04:05.000001Z", "v": 1},
                          {"sensor": "b", "t": "2026-01-02T11:04:05.000002+08:00", "v": 2.5},
                          {"sensor": "a", "t": "2026-01-02T03:04:05.000003Z", "v": -3e2}
                        ], "id": "gw-1"}""")).send();

        database.awaitCount("readings", 3);
        assertThat(database.query("SELECT ts, sensor, gateway, reading FROM readings ORDER BY ts"))
                .containsExactly(
                        List.of(Instant.parse("2026-01-02T03:04:05.000001Z"), "a", "gw-1", 1.0),
                        List.of(Instant.parse("2026-01-02T03:04:05.000002Z"), "b", "gw-1", 2.5),
                        List.of(Instant.parse("2026-01-02T03:04:05.000003Z"), "a", "gw-1", -300.0));
        awaitFigure("gateway", "stored", 1);
        assertThat(figure("gateway", "stored-rows")).isEqualTo(3);
    }

    @Test
    void shouldMakeARowOfEachElementOfATopLevelArray() throws Exception {
        startBroker(Routes.METERS.replace("format=\"json\"", "format=\"json\" rows=\"\""));

        mqtt5("gateway")
                .publishWith()
                .topic("site/north/meter/7")
                .payload(utf8("""
                        [{"t": 1767322800123, "v": 1}, {"t": 1767322800124, "v": 2.5, "p": 3}]"""))
                .send();

        database.awaitCount("meters", 2);
        assertThat(database.query("SELECT voltage, phase FROM meters ORDER BY ts"))
                .containsExactly(List.of(1.0, 0L), List.of(2.5, 3L));
    }

    @Test
    void shouldDropAndCountWhatTheRouteDoesNotWantToKeep() throws Exception {
        startBroker(Routes.METERS.replace(
                "</table>", "</table><on-error decode=\"drop\" missing=\"drop\" type-mismatch=\"drop\"/>"));
        var meter = mqtt5("meter");

        for (var payload : List.of(
                "not json",
                "{\"t\":1767322800123}",
                "{\"t\":1767322800124,\"v\":\"high\"}",
                "{\"t\":1767322800125,\"v\":2}")) {
            meter.publishWith()
                    .topic("site/n/meter/1")
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(utf8(payload))
                    .send();
        }

        awaitFigure("meters", "dropped.mapping", 3);
        awaitFigure("meters", "stored", 1);
        database.awaitCount("meters", 1);
        assertThat(deadLetters()).isEmpty();
    }

    @Test
    void shouldStoreAMessageOnceForEachRouteThatWantsIt() throws Exception {
        startBroker(Routes.METERS + Routes.EVERYTHING);

        mqtt5("meter")
                .publishWith()
                .topic("site/n/meter/1")
                .payload(utf8("{\"t\":1767322800123,\"v\":2}"))
                .send();

        database.awaitCount("meters", 1);
        database.awaitCount("messages", 1);
        assertThat(database.query("SELECT voltage FROM meters")).containsExactly(List.of(2.0));
        assertThat(database.query("SELECT payload FROM messages"))
                .containsExactly(List.of("{\"t\":1767322800123,\"v\":2}"));
    }

    @Test
    void shouldReadWhatMqtt5Adds() throws Exception {
        startBroker("""
                <route>
                  <id>units</id>
                  <mqtt-topic-filters>
                    <mqtt-topic-filter>units/#</mqtt-topic-filter>
                  </mqtt-topic-filters>
                  <payload format="json"/>
                  <table super-table="units" sub-table="u">
                    <timestamp/>
                    <tag    name="fixed"        type="VARCHAR(16)" value="always"/>
                    <column name="unit"         type="VARCHAR(16)" value="${mqtt-user-property:unit}" on-missing="null"/>
                    <column name="content_type" type="VARCHAR(32)" value="${mqtt-content-type}" default="unknown"/>
                    <column name="expiry"       type="BIGINT"      value="${mqtt-message-expiry}" on-missing="null"/>
                    <column name="place"        type="VARCHAR(64)" value="${mqtt-topic:2}@${mqtt-client-id}"/>
                  </table>
                </route>
                """);
        var client = mqtt5("c1");

        client.publishWith().topic("units/a").payload(utf8("{}")).send();
        client.publishWith()
                .topic("units/b")
                .payload(utf8("{}"))
                .contentType("application/json")
                .messageExpiryInterval(3_600)
                .userProperties()
                .add("unit", "kWh")
                .applyUserProperties()
                .send();

        database.awaitCount("units", 2);
        assertThat(database.query("SELECT unit, content_type, expiry, place FROM units ORDER BY ts"))
                .containsExactly(
                        Arrays.asList(null, "unknown", null, "a@c1"),
                        List.of("kWh", "application/json", 3_600L, "b@c1"));
    }

    @Test
    void shouldTellRoutesApartByFiltersAndExcludes() throws Exception {
        startBroker(Routes.METERS + """
                <route>
                  <id>others</id>
                  <mqtt-topic-filters>
                    <mqtt-topic-filter>site/#</mqtt-topic-filter>
                    <exclude>site/test/#</exclude>
                  </mqtt-topic-filters>
                  <payload format="raw"/>
                  <table super-table="others" sub-table="o">
                    <timestamp/>
                    <tag    name="kind" type="VARCHAR(16)"  value="raw"/>
                    <column name="body" type="VARCHAR(200)" value="${payload}"/>
                  </table>
                </route>
                """);
        var client = mqtt5("c1");

        for (var topic : List.of("site/a/meter/1", "site/a", "site/test/meter/1", "elsewhere")) {
            client.publishWith()
                    .topic(topic)
                    .payload(utf8("{\"t\":1767322800121,\"v\":1}"))
                    .send();
        }

        database.awaitCount("others", 2);
        database.awaitCount("meters", 2);
        assertThat(figure("others", "received")).isEqualTo(2);
        assertThat(figure("meters", "received")).isEqualTo(2);
    }
}
