// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PayloadFormatIndicator;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.DatabaseKind;
import io.github.hivemqtdengine.testkit.RawClient;
import io.github.hivemqtdengine.testkit.RawClient.Connect;
import io.github.hivemqtdengine.testkit.TDengineServer;
import io.github.hivemqtdengine.testkit.TestCertificate;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Metadata of MQTT in rows, and conditions that are evaluated before a payload is copied. */
class MetadataIT extends BrokerTest {

    private static final String NODE = """
            <delivery>
              <broker-node>node-1</broker-node>
              <retry first-delay="50 ms" max-delay="500 ms" probe-delay="500 ms"/>
            </delivery>
            """;

    private static final String COLUMNS = """
                <timestamp/>
                <tag    name="client"     type="VARCHAR(64)"  value="${mqtt-client-id}"/>
                <column name="properties" type="VARCHAR(200)" value="${mqtt-user-properties-json}"/>
                <column name="correlated" type="VARCHAR(64)"  value="${mqtt-correlation-data-base64}"/>
                <column name="indicator"  type="INT"          value="${mqtt-payload-format-indicator}"/>
                <column name="packet"     type="INT"          value="${mqtt-packet-id}"/>
                <column name="address"    type="VARCHAR(45)"  value="${client-address}"/>
                <column name="listener"   type="VARCHAR(64)"  value="${client-listener}"/>
                <column name="version"    type="VARCHAR(8)"   value="${client-mqtt-version}"/>
                <column name="cn"         type="VARCHAR(64)"  value="${client-certificate-cn}"/>
                <column name="node"       type="VARCHAR(64)"  value="${broker-node}"/>
            """;

    private static final String PUBLISHES = """
            <route>
              <id>facts</id>
              <mqtt-topic-filters><mqtt-topic-filter>facts/#</mqtt-topic-filter></mqtt-topic-filters>
              <payload format="json"/>
              <table super-table="facts" sub-table="f_${mqtt-client-id}">
            """ + COLUMNS + """
                <column name="v" type="INT" value="${payload:/v}" on-missing="dead-letter"/>
              </table>
              <on-error missing="null"/>
            </route>
            """;

    private static final String OTHERS = """
            <route>
              <id>wills</id>
              <source>last-wills</source>
              <mqtt-topic-filters><mqtt-topic-filter>wills/#</mqtt-topic-filter></mqtt-topic-filters>
              <payload format="raw"/>
              <table super-table="wills" sub-table="w_${mqtt-client-id}">
            """ + COLUMNS + """
              </table>
              <on-error missing="null"/>
            </route>
            <route>
              <id>events</id>
              <source>client-events</source>
              <payload format="json"/>
              <table super-table="events" sub-table="e_${mqtt-client-id}" where="mqtt-topic:event = 'connected'">
            """ + COLUMNS + """
              </table>
              <on-error missing="null"/>
            </route>
            """;

    /** Name that the broker gives to a listener without one, from the port in its configuration. */
    private static final String LISTENER = "tcp-listener-0";

    private static final String SELECT =
            "SELECT properties, correlated, indicator, address, listener, version, cn, node FROM %s"
                    + " WHERE client = '%s' ORDER BY ts";

    @Test
    void shouldStoreTheMetadataOfMessagesWillsAndEvents() throws Exception {
        startBroker(PUBLISHES + OTHERS, NODE);

        publish(mqtt5("five"), "{\"v\":1}");
        mqtt3("three").publishWith().topic("facts/3").payload(utf8("{\"v\":2}")).send();
        RawClient.connect(broker, Connect.withWill("lost", "wills/1")).close();

        database.awaitCount("facts", 2);
        database.awaitCount("wills", 1);
        database.awaitCount("events", 3);
        assertThat(database.query(SELECT.formatted("facts", "five")))
                .containsExactly(Arrays.asList(
                        "[{\"name\":\"unit\",\"value\":\"V\"},{\"name\":\"unit\",\"value\":\"温\"}]",
                        "AP8H",
                        1L,
                        "127.0.0.1",
                        LISTENER,
                        "5",
                        null,
                        "node-1"));
        assertThat(database.query("SELECT packet FROM facts WHERE client = 'five'"))
                .allSatisfy(row -> assertThat((Long) row.get(0)).isBetween(1L, 65_535L));
        var bare = Arrays.<Object>asList(null, null, null, "127.0.0.1", LISTENER, "3.1.1", null, "node-1");
        assertThat(database.query(SELECT.formatted("facts", "three"))).containsExactly(bare);
        assertThat(database.query("SELECT packet FROM facts WHERE client = 'three'"))
                .containsExactly(Arrays.asList((Object) null));
        assertThat(database.query("SELECT address, listener, node, packet FROM wills"))
                .containsExactly(Arrays.asList("127.0.0.1", LISTENER, "node-1", null));
        assertThat(database.query(SELECT.formatted("events", "three"))).containsExactly(bare);
    }

    @Test
    void shouldStoreTheNameOfACertificate() throws Exception {
        var certificate = new TestCertificate(folder, "ip:127.0.0.1");
        broker.listen("""
                <tls-tcp-listener>
                  <port>%%d</port>
                  <bind-address>%%s</bind-address>
                  <name>factory</name>
                  <tls>
                    <keystore><path>%1$s</path><password>%2$s</password>
                      <private-key-password>%2$s</private-key-password></keystore>
                    <client-authentication-mode>REQUIRED</client-authentication-mode>
                    <truststore><path>%1$s</path><password>%2$s</password></truststore>
                  </tls>
                </tls-tcp-listener>
                """.formatted(certificate.store(), TestCertificate.PASSWORD));
        startBroker(PUBLISHES, NODE);
        var client = mqttClient("secure")
                .useMqttVersion5()
                .sslConfig()
                .keyManagerFactory(certificate.keys())
                .trustManagerFactory(certificate.trust())
                .applySslConfig()
                .buildBlocking();
        client.connect();

        publish(client, "{\"v\":1}");
        client.disconnect();

        database.awaitCount("facts", 1);
        assertThat(database.query("SELECT cn, listener FROM facts")).containsExactly(List.of("test", "factory"));
    }

    private static void publish(Mqtt5BlockingClient client, String payload) {
        client.publishWith()
                .topic("facts/5")
                .qos(MqttQos.AT_LEAST_ONCE)
                .correlationData(new byte[] {0, -1, 7})
                .payloadFormatIndicator(Mqtt5PayloadFormatIndicator.UTF_8)
                .userProperties()
                .add("unit", "V")
                .add("unit", "温")
                .applyUserProperties()
                .payload(utf8(payload))
                .send();
    }

    /** The correct value is only in the second configuration. */
    @Tag("full")
    @Test
    void shouldKeepTheMetadataInDeadLettersSpoolAndReplay() throws Exception {
        startBroker(PUBLISHES.replace("payload:/v", "payload:/w"), NODE);
        publish(mqtt5("five"), "{\"v\":1}");
        awaitFigure("facts", "dead-lettered", 1);
        assertThat(deadLetters())
                .singleElement()
                .asString()
                .contains(
                        "\"correlationData\":\"AP8H\"", "\"clientAddress\":\"127.0.0.1\"", "\"brokerNode\":\"node-1\"");
        broker.stop();

        startBroker(PUBLISHES, NODE.replace("node-1", "node-2"));
        Files.move(
                deadLetterFile(),
                Files.createDirectories(broker.extensionDataFolder().resolve("replay"))
                        .resolve("dead-letters.jsonl"));

        database.awaitCount("facts", 1);
        assertThat(database.query("SELECT correlated, listener, node FROM facts"))
                .containsExactly(List.of("AP8H", LISTENER, "node-1"));
    }

    /** Copied from a configuration of HiveMQ's extension for PostgreSQL. */
    @Test
    void shouldRunAStatementOfHiveMqsExtension() throws Exception {
        createTable();
        startBroker("""
                <route>
                  <id>copied</id>
                  <mqtt-topic-filters><mqtt-topic-filter>facts/#</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="raw"/>
                  <statement-template>
                    INSERT INTO copied (of_topic, payload_utf8, qos, packet_id, payload_format_indicator,
                                        correlation_data, user_properties, arrival_timestamp)
                    VALUES (${mqtt-topic},
                            ${mqtt-payload-utf8},
                            ${mqtt-qos},
                            ${mqtt-packet-id},
                            ${mqtt-payload-format-indicator},
                            ${mqtt-correlation-data-base64},
                            ${mqtt-user-properties-json},
                            ${timestamp-iso-8601});
                  </statement-template>
                  <on-error missing="null"/>
                </route>
                """, NODE);

        publish(mqtt5("five"), "{\"v\":1}");

        awaitFigure("copied", "stored", 1);
        database.awaitCount("copied", 1);
        assertThat(database.query("SELECT of_topic, payload_utf8, qos, payload_format_indicator, correlation_data,"
                        + " user_properties FROM copied"))
                .containsExactly(List.of(
                        "facts/5",
                        "{\"v\":1}",
                        1L,
                        1L,
                        "AP8H",
                        "[{\"name\":\"unit\",\"value\":\"V\"},{\"name\":\"unit\",\"value\":\"温\"}]"));
    }

    private void createTable() throws Exception {
        var columns = "of_topic VARCHAR%1$s, payload_utf8 VARCHAR%1$s, qos INT, packet_id INT,"
                + " payload_format_indicator INT, correlation_data VARCHAR%1$s, user_properties VARCHAR%1$s";
        if (kind == DatabaseKind.TDENGINE) {
            TDengineServer.shared().execute("CREATE DATABASE `" + database.name() + "` PRECISION 'us'");
            database.execute("CREATE TABLE copied (arrival_timestamp TIMESTAMP, " + columns.formatted("(500)") + ")");
        } else {
            database.execute("CREATE TABLE copied (arrival_timestamp TIMESTAMP, " + columns.formatted("")
                    + ") TIMESTAMP(arrival_timestamp) PARTITION BY DAY WAL");
        }
    }

    @Test
    void shouldFilterBeforeThePayloadIsCopied() throws Exception {
        startBroker("""
                <route>
                  <id>wanted</id>
                  <mqtt-topic-filters><mqtt-topic-filter>load/#</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="json" rows="/r"/>
                  <table super-table="wanted" sub-table="w_${mqtt-client-id}"
                      where="mqtt-client-id = 'a' and mqtt-qos > 0 and mqtt-payload-size &lt; 100">
                    <timestamp on-equal="bump"/>
                    <tag    name="client" type="VARCHAR(64)" value="${mqtt-client-id}"/>
                    <column name="v"      type="INT"         value="${payload:/v}"/>
                  </table>
                </route>
                """, "");
        var wanted = mqtt5("a");
        var other = mqtt5("b");

        for (int i = 0; i < 50; i++) {
            send(wanted, MqttQos.AT_LEAST_ONCE, "{\"r\":[{\"v\":1},{\"v\":2}]}");
            send(wanted, MqttQos.AT_MOST_ONCE, "{\"r\":[{\"v\":3}]}");
            send(wanted, MqttQos.AT_LEAST_ONCE, "{\"r\":[{\"v\":4}]}" + " ".repeat(100));
            send(other, MqttQos.EXACTLY_ONCE, "this is no JSON");
        }

        awaitFigure("wanted", "received", 200);
        awaitFigure("wanted", "stored", 50);
        database.awaitCount("wanted", 100);
        assertThat(figure("wanted", "dropped.no-rows")).isEqualTo(150);
        assertThat(figure("wanted", "mapping.rows-filtered")).isEqualTo(150);
        assertThat(figure("wanted", "dead-lettered")).isZero();
        assertThat(database.query("SELECT sum(v) FROM wanted").get(0).get(0)).hasToString("150");
        assertThat(deadLetters()).isEmpty();
    }

    private static void send(Mqtt5BlockingClient client, MqttQos qos, String payload) {
        client.publishWith().topic("load/1").qos(qos).payload(utf8(payload)).send();
    }
}
