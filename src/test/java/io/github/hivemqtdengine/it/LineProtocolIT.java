// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import io.github.hivemqtdengine.testkit.BrokerTest;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lines of InfluxDB's line protocol, from MQTT to the database. */
class LineProtocolIT extends BrokerTest {

    private static final String ROUTE = """
            <route>
              <id>lines</id>
              <mqtt-topic-filters><mqtt-topic-filter>telegraf/#</mqtt-topic-filter></mqtt-topic-filters>
              <payload format="line-protocol"/>
              <table super-table="cpu" sub-table="cpu_${payload:/tags/host}_${payload:/tags/cpu}" columns="auto"
                     where="payload:/measurement = 'cpu'">
                <timestamp value="${coalesce(payload:/timestamp, arrival-time)}" on-equal="bump"/>
                <tag name="host" type="VARCHAR(64)" value="${payload:/tags/host}"/>
                <tag name="cpu"  type="VARCHAR(64)" value="${payload:/tags/cpu}"/>
                <auto-columns from="/fields"/>
              </table>
              <table super-table="mem" sub-table="mem_${payload:/tags/host}" where="payload:/measurement = 'mem'">
                <timestamp value="${coalesce(payload:/timestamp, arrival-time)}" on-equal="bump"/>
                <tag    name="host"         type="VARCHAR(64)" value="${payload:/tags/host}"/>
                <column name="used"         type="BIGINT"      value="${payload:/fields/used}"/>
                <column name="used_percent" type="DOUBLE"      value="${payload:/fields/used_percent}"/>
              </table>
            </route>
            """;

    private void startEvolvingBroker(String route) throws IOException {
        Files.writeString(
                broker.configurationFile(),
                configuration(route, "").replace("</name>", "</name><schema>evolve</schema>"));
        broker.start(0);
    }

    private void publish(String topic, byte[]... payloads) {
        var client = mqtt5("telegraf");
        for (var payload : payloads) {
            client.publishWith()
                    .topic(topic)
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(payload)
                    .send();
        }
        client.disconnect();
    }

    private static byte[] telegraf(String file) throws IOException {
        try (var in = LineProtocolIT.class.getResourceAsStream("/golden/line-protocol/" + file)) {
            return requireNonNull(in).readAllBytes();
        }
    }

    @Test
    void shouldStoreEachMeasurementInItsTable() throws Exception {
        startEvolvingBroker(ROUTE);

        publish("telegraf/a", utf8("""
                        cpu,cpu=cpu0,host=a usage=0.5,ticks=9007199254740993i,busy=t 1767600000000001000
                        mem,host=a used=9223372036854775807i,used_percent=41.5 1767600000000001000
                        net,host=a in=1i 1767600000000001000
                        cpu,cpu=cpu1,host=a usage=1,peak=18446744073709551615u,note="one
                        two",low=-9223372036854775807i 1767600000000002000
                        """), utf8("cpu,cpu=cpu0,host=a usage=5i,ticks=6 1767600000000003000\n"));

        database.awaitCount("cpu", 3);
        database.awaitCount("mem", 1);
        assertThat(database.rows("SELECT cpu, usage, ticks, busy, peak, note, low FROM cpu ORDER BY ts"))
                .containsExactly(
                        "cpu0 0.5 9007199254740993 1 null null null",
                        "cpu1 1.0 null null 18446744073709551615 one\ntwo -9223372036854775807",
                        "cpu0 5.0 6 null null null null");
        assertThat(database.query("SELECT used, used_percent FROM mem")).containsExactly(List.of(Long.MAX_VALUE, 41.5));
        assertThat(figure("lines", "dead-lettered")).isZero();
    }

    /** One message of Telegraf's MQTT output; see {@code golden/line-protocol/make.go}. */
    @Test
    void shouldStoreWhatTelegrafPublishes() throws Exception {
        var cpu = "payload:/measurement = 'cpu'";
        startEvolvingBroker(ROUTE.replace("payload:/measurement = 'mem'", "payload:/measurement = 'none'")
                .replace(cpu, cpu + " or payload:/measurement = 'mem' or payload:/measurement = 'opc ua,press'")
                .replace("cpu_${payload:/tags/host}_${payload:/tags/cpu}", "cpu_${hash(payload:/measurement)}")
                .replace("type=\"VARCHAR(64)\"", "type=\"VARCHAR(64)\" on-missing=\"null\""));

        publish("telegraf/line-pc/metrics", telegraf("telegraf.influx"));

        database.awaitCount("cpu", 3);
        assertThat(database.rows("SELECT usage_idle, free, used, force__kn, note, ok FROM cpu"))
                .containsExactlyInAnyOrder(
                        "85.0 null null null null null",
                        "null -9007199254740993 18446744073709551615 null null null",
                        "null null null 81.25 two\nlines, \"quoted\", C:\\x\\ 1");
    }

    @Test
    void shouldStoreLinesWithoutATimeAtTheirArrival() throws Exception {
        startEvolvingBroker(ROUTE);

        publish("telegraf/a", utf8("cpu,cpu=c,host=a v=1i\ncpu,cpu=c,host=a v=2i\n"), utf8("cpu,cpu=c,host=a v=3i"));

        database.awaitCount("cpu", 3);
        assertThat(database.rows("SELECT v FROM cpu ORDER BY ts")).containsExactly("1", "2", "3");
        assertThat(database.rows("SELECT v FROM cpu WHERE ts > '2026-01-01T00:00:00Z'"))
                .hasSize(3);
    }

    @Test
    void shouldKeepMessagesWithBrokenLinesUnlessTheyAreSkipped() throws Exception {
        startEvolvingBroker(ROUTE
                + ROUTE.replace("<id>lines</id>", "<id>skipping</id>")
                        .replace("telegraf/#", "skipping/#")
                        .replace("\"cpu\" sub-table=\"cpu_", "\"cores\" sub-table=\"cores_")
                        .replace("\"mem\" sub-table=\"mem_", "\"memory\" sub-table=\"memory_")
                        .replace("</route>", "<on-error decode=\"skip-row\"/></route>"));
        var lines = utf8(
                "cpu,cpu=c,host=a v=1i 1767600000000001000\ncpu,cpu=c,host= v=2i\ncpu,cpu=c,host=a v=3i 1767600000000003000");

        publish("telegraf/a", lines, utf8("cpu,cpu=c,host=a v=1i"), utf8("cpu,cpu=c,host=a v=1.5"));
        publish("skipping/a", lines);

        database.awaitCount("cores", 2);
        database.awaitCount("cpu", 1);
        awaitFigure("lines", "dead-lettered", 2);
        assertThat(database.rows("SELECT v FROM cores ORDER BY ts")).containsExactly("1", "3");
        assertThat(figure("skipping", "mapping.rows-skipped")).isEqualTo(1);
        assertThat(deadLetters())
                .hasSize(2)
                .anySatisfy(
                        letter -> assertThat(letter).contains("Line 2, column 16 of the payload: a tag has no value"))
                .anySatisfy(letter -> assertThat(letter).contains("of type BIGINT"));
    }
}
