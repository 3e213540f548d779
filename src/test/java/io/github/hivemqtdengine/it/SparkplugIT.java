// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.CodedOutputStream;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.RawClient;
import io.github.hivemqtdengine.testkit.RawClient.Connect;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.eclipse.tahu.message.SparkplugBPayloadEncoder;
import org.eclipse.tahu.message.model.MetaData;
import org.eclipse.tahu.message.model.Metric;
import org.eclipse.tahu.message.model.MetricDataType;
import org.eclipse.tahu.message.model.PropertyDataType;
import org.eclipse.tahu.message.model.PropertySet;
import org.eclipse.tahu.message.model.PropertyValue;
import org.eclipse.tahu.message.model.SparkplugBPayload;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Everything that a user writes for Sparkplug B is a route with its format. */
class SparkplugIT extends BrokerTest {

    private static final String SHORT = "<route><id>plant</id><payload format=\"sparkplug\"/></route>";

    /** bdSeq 7, Node Control/Rebirth, volts with the alias 0: 12.1. */
    private static final byte[] NBIRTH = hex(
            "08809f97e5b73312120a05626453657118809f97e5b7332004580712210a144e6f646520436f"
                    + "6e74726f6c2f5265626972746818809f97e5b733200b700012170a05766f6c7473100018809f97e5b7332009659a9941411800");

    /** Inputs/A with the alias 1: true; temp with the alias 2: Int8 -12. */
    private static final byte[] DBIRTH =
            hex("08819f97e5b73312170a08496e707574732f41100118809f97e5b733200b700112170a0474656d"
                    + "70100218809f97e5b733200150f4ffffff0f1801");

    /** Alias 2: -12 with its sign in 32 bits, and in the 8 bits of its type. */
    private static final List<byte[]> DDATA = List.of(
            hex("08e8a697e5b733120f100218e8a697e5b73350f4ffffff0f1802"),
            hex("08e8a697e5b733120c100218e8a697e5b73350f4011802"));

    /** Alias 0: 12.3. */
    private static final byte[] NDATA = hex("08d0ae97e5b733120e100018d0ae97e5b73365cdcc44411803");

    /** bdSeq 7, and bdSeq 6. */
    private static final byte[] NDEATH = hex("08809f97e5b73312120a05626453657118809f97e5b73320085807");

    private static final byte[] STALE_NDEATH = hex("08809f97e5b73312120a05626453657118809f97e5b73320085806");

    @Test
    void shouldStoreMetricsByTheNamesOfTheirBirths() throws Exception {
        startBroker(SHORT);
        var node = mqtt5("edge");
        publish(node, "NBIRTH/E", NBIRTH);
        publish(node, "DBIRTH/E/D", DBIRTH);
        publish(node, "DDATA/E/D", DDATA.get(0));
        publish(node, "DDATA/E/D", DDATA.get(1));
        publish(node, "NDATA/E", NDATA);

        awaitFigure("plant", "stored", 5);
        awaitFigure("plant-state", "stored", 2);
        awaitRows(Map.of("spb_float", 2, "spb_integer", 2, "spb_boolean", 1, "spb_state", 2));
        assertThat(database.query(
                        "SELECT ts, val, quality, grp, node, device, metric, type FROM spb_float ORDER BY ts"))
                .containsExactly(
                        List.of(at(0), 12.1, 192L, "G", "E", "", "volts", "Float"),
                        List.of(at(2_000), 12.3, 192L, "G", "E", "", "volts", "Float"));
        assertThat(database.query("SELECT ts, val, node, device, metric, type FROM spb_integer ORDER BY ts"))
                .containsExactly(
                        List.of(at(0), -12L, "E", "D", "temp", "Int8"),
                        List.of(at(1_000), -12L, "E", "D", "temp", "Int8"));
        assertThat(database.query("SELECT ts, metric, type FROM spb_boolean"))
                .containsExactly(List.of(at(0), "Inputs/A", "Boolean"));
        assertThat(database.query("SELECT cause, bd_seq, client, grp, node, device FROM spb_state ORDER BY ts"))
                .containsExactly(
                        List.of("NBIRTH", 7L, "edge", "G", "E", ""), List.of("DBIRTH", 7L, "edge", "G", "E", "D"));
        assertThat(deadLetters()).isEmpty();
    }

    /** A BIRTH is published again, as after a rebirth, and then the range is another one. */
    @Test
    void shouldStoreThePropertiesOfAMetricWhenTheyChange() throws Exception {
        startBroker(SHORT);
        var node = mqtt5("edge");

        publish(node, "NBIRTH/E", described(0, 90));
        publish(node, "NBIRTH/E", described(1_000, 90));
        publish(node, "NBIRTH/E", described(2_000, 95.5));
        publish(node, "NDATA/E", NDATA);
        publish(node, "NDATA/E", described(3_000, 99)); // a part of the properties, as a value that changes

        awaitFigure("plant", "stored", 5);
        awaitRows(Map.of("spb_float", 4, "spb_property", 2));
        assertThat(database.query(
                        "SELECT ts, unit, low, high, description, grp, node, device, metric, type FROM spb_property"
                                + " ORDER BY ts"))
                .containsExactly(
                        List.of(at(0), "\u00B0C", -5.0, 90.0, "oil", "G", "E", "", "volts", "Float"),
                        List.of(at(2_000), "\u00B0C", -5.0, 95.5, "oil", "G", "E", "", "volts", "Float"));
        assertThat(database.query("SELECT properties FROM spb_property ORDER BY ts"))
                .last()
                .asString()
                .contains("\"engUnit\":\"\u00B0C\"", "\"engLow\":-5", "\"engHigh\":95.5", "\"alarm\":true")
                .doesNotContain("Quality");
        assertThat(deadLetters()).isEmpty();
    }

    private static byte[] described(long after, double high) throws Exception {
        var properties = new PropertySet.PropertySetBuilder()
                .addProperty("Quality", new PropertyValue<>(PropertyDataType.Int32, 192))
                .addProperty("engUnit", new PropertyValue<>(PropertyDataType.String, "\u00B0C"))
                .addProperty("engLow", new PropertyValue<>(PropertyDataType.Int32, -5))
                .addProperty("engHigh", new PropertyValue<>(PropertyDataType.Double, high))
                .addProperty("alarm", new PropertyValue<>(PropertyDataType.Boolean, true))
                .createPropertySet();
        var time = Date.from(at(after));
        var volts = new Metric.MetricBuilder("volts", MetricDataType.Float, 12.1f)
                .alias(0L)
                .timestamp(time)
                .properties(properties)
                .metaData(new MetaData.MetaDataBuilder().description("oil").createMetaData())
                .createMetric();
        var session = new Metric.MetricBuilder("bdSeq", MetricDataType.Int64, 7L)
                .timestamp(time)
                .createMetric();
        var payload = new SparkplugBPayload(time, List.of(session, volts), 0L, null, null);
        return new SparkplugBPayloadEncoder().getBytes(payload, false);
    }

    @Test
    void shouldStoreTheEndOfEachSessionOnce() throws Exception {
        startBroker(SHORT);

        born("cut").close();
        var normal = born("normal");
        normal.publish("spBv1.0/G/NDEATH/normal", NDEATH);
        normal.disconnect(0x00);
        var both = born("both");
        both.publish("spBv1.0/G/NDEATH/both", NDEATH);
        both.disconnect(0x04);
        born("wanted").disconnect(0x04);
        var stale = born("stale");
        stale.publish("spBv1.0/G/NDEATH/stale", STALE_NDEATH);
        stale.publish("spBv1.0/G/NDATA/stale", NDATA);

        awaitFigure("plant-state", "stored", 5 * 2 + 4);
        awaitFigure("plant-state", "dropped.no-rows", 2);
        awaitFigure("plant", "stored", 5 * 2 + 1);
        awaitRows(Map.of("spb_state", 5 * 2 + 4 * 2));
        var offline = List.of("both", "cut", "normal", "wanted");
        assertThat(ended("")).containsExactlyElementsOf(offline);
        assertThat(ended("D")).containsExactlyElementsOf(offline);
        assertThat(database.query("SELECT node FROM spb_state WHERE cause = 'NBIRTH'"))
                .hasSize(5);
        assertThat(database.query(
                        "SELECT DISTINCT bd_seq, client FROM spb_state WHERE cause = 'NDEATH' AND node = 'cut'"
                                + " AND device = ''"))
                .containsExactly(List.of(7L, "cut"));
        assertThat(deadLetters()).isEmpty();
    }

    /** The longest ids and names that are read, in tags, and the longest values of the columns. */
    @Tag("full")
    @Test
    void shouldStoreTheLongestNamesAndValues() throws Exception {
        startBroker(SHORT);
        var id = "\u6f22".repeat(85) + "x";
        var name = "\u6f22".repeat(341) + "x";
        var text = "\u6f22".repeat(4_096);
        var bytes = new byte[32_763];
        Arrays.fill(bytes, (byte) 0xff);
        var payload = new ByteArrayOutputStream();
        var out = CodedOutputStream.newInstance(payload);
        out.writeUInt64(1, at(0).toEpochMilli());
        out.writeByteArray(2, metric(name, 12, metric -> metric.writeString(15, text)));
        out.writeByteArray(2, metric("block", 17, metric -> metric.writeByteArray(16, bytes)));
        out.flush();

        mqtt5("edge")
                .publishWith()
                .topic("spBv1.0/" + id + "/DBIRTH/" + id + "/" + id)
                .payload(payload.toByteArray())
                .send();

        awaitFigure("plant", "stored", 1);
        awaitFigure("plant-state", "stored", 1);
        awaitRows(Map.of("spb_text", 1, "spb_bytes", 1, "spb_state", 1));
        assertThat(database.query("SELECT grp, node, device, metric, val FROM spb_text"))
                .containsExactly(List.of(id, id, id, name, text));
        assertThat(database.query("SELECT quality, metric FROM spb_bytes")).containsExactly(List.of(192L, "block"));
        assertThat(database.query("SELECT grp, node, device, client FROM spb_state"))
                .containsExactly(List.of(id, id, id, "edge"));
        assertThat(deadLetters()).isEmpty();
    }

    @FunctionalInterface
    private interface Value {
        void write(CodedOutputStream out) throws IOException;
    }

    private static byte[] metric(String name, int datatype, Value value) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var out = CodedOutputStream.newInstance(bytes);
        out.writeString(1, name);
        out.writeUInt32(4, datatype);
        value.write(out);
        out.flush();
        return bytes.toByteArray();
    }

    @Test
    void shouldStoreARowForEachTimeInTheWideLayout() throws Exception {
        var xml = Files.readString(Path.of("conf/examples/sparkplug/wide.xml"));
        var routes = xml.substring(xml.indexOf("<routes>") + "<routes>".length(), xml.indexOf("</routes>"));
        Files.writeString(
                broker.configurationFile(),
                configuration(routes, "").replace("</name>", "</name><schema>evolve</schema>"));
        broker.start(0);

        var node = mqtt5("edge");
        publish(node, "DBIRTH/E/press-2", DBIRTH);
        publish(node, "DDATA/E/press-2", DDATA.get(0));
        publish(node, "DBIRTH/E/pump-1", DBIRTH);

        awaitFigure("presses", "stored", 2);
        awaitFigure("presses", "dropped.no-rows", 1);
        awaitRows(Map.of("presses", 2));
        assertThat(database.query("SELECT ts, temp, grp, node, device FROM presses ORDER BY ts"))
                .containsExactly(
                        List.of(at(0), -12.0, "G", "E", "press-2"), List.of(at(1_000), -12.0, "G", "E", "press-2"));
        assertThat(database.query("SELECT ts FROM presses WHERE inputs_a IS NULL"))
                .containsExactly(List.of(at(1_000)));
    }

    private static void publish(Mqtt5BlockingClient client, String topic, byte[] payload) {
        client.publishWith()
                .topic("spBv1.0/G/" + topic)
                .qos(MqttQos.AT_MOST_ONCE)
                .payload(payload)
                .send();
    }

    /** QuestDB shows rows some time after it has accepted them. */
    private void awaitRows(Map<String, Integer> counts) throws Exception {
        for (var count : counts.entrySet()) {
            database.awaitCount(count.getKey(), count.getValue());
        }
    }

    private List<Object> ended(String device) throws Exception {
        return database
                .query("SELECT node FROM spb_state WHERE cause = 'NDEATH' AND device = '" + device + "' ORDER BY node")
                .stream()
                .map(row -> row.get(0))
                .toList();
    }

    /** A node that has published its NBIRTH, and the DBIRTH of its device D; its last will is the NDEATH. */
    private RawClient born(String node) throws IOException {
        var client = RawClient.connect(broker, Connect.withWill(node, "spBv1.0/G/NDEATH/" + node, NDEATH));
        client.publish("spBv1.0/G/NBIRTH/" + node, NBIRTH);
        client.publish("spBv1.0/G/DBIRTH/" + node + "/D", DBIRTH);
        return client;
    }

    private static Instant at(long millis) {
        return Instant.parse("2026-01-02T03:00:00Z").plusMillis(millis);
    }

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits);
    }
}
