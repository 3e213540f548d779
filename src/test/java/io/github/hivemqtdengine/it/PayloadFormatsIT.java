// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.Compressor;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PayloadFormatsIT extends BrokerTest {

    private static final String READINGS = """
            <route>
              <id>%1$s</id>
              <mqtt-topic-filters>
                <mqtt-topic-filter>%1$s/{device}</mqtt-topic-filter>
              </mqtt-topic-filters>
              %2$s
              <table super-table="%1$s" sub-table="%1$s_${mqtt-topic:device}">
                <timestamp value="${payload:/t}" unit="ms"/>
                <tag    name="device" type="VARCHAR(64)" value="${mqtt-topic:device}"/>
                <column name="v"      type="DOUBLE"      value="${payload:/v}"/>
                <column name="n"      type="BIGINT"      value="${payload:/n}" on-missing="null"/>
              </table>
            </route>
            """;

    private static final String BLOCKS = """
            <route>
              <id>blocks</id>
              <mqtt-topic-filters>
                <mqtt-topic-filter>blocks/{device}</mqtt-topic-filter>
              </mqtt-topic-filters>
              <payload format="raw" chunk-bytes="10 KiB"/>
              <table super-table="blocks" sub-table="b_${mqtt-topic:device}">
                <timestamp/>
                <tag    name="device" type="VARCHAR(64)"      value="${mqtt-topic:device}"/>
                <column name="block"  type="VARCHAR(32)"      value="${payload-block}"/>
                <column name="chunk"  type="INT"              value="${payload-chunk}"/>
                <column name="chunks" type="INT"              value="${payload-chunks}"/>
                <column name="data"   type="VARBINARY(10240)" value="${payload-bytes}"/>
              </table>
            </route>
            """;

    @Test
    void shouldStoreLinesOfJsonAndLeaveOutBrokenOnes() throws Exception {
        startBroker(READINGS.formatted("lines", "<payload format=\"ndjson\"/>")
                .replace("</table>", "</table><on-error decode=\"skip-row\"/>"));

        publish(mqtt5("gateway"), "lines/1", null, utf8("""
                {"t":1767322800001,"v":1.5,"n":9007199254740993}
                {"t":1767322800002,"v":2.5
                {"t":1767322800003,"v":3.5}
                """));

        database.awaitCount("lines", 2);
        awaitFigure("lines", "stored", 1);
        assertThat(database.query("SELECT v, n FROM lines ORDER BY ts"))
                .containsExactly(List.of(1.5, 9007199254740993L), Arrays.asList(3.5, null));
    }

    @Test
    void shouldStoreAllLinesOrNone() throws Exception {
        startBroker(READINGS.formatted(
                "plant", "<payload format=\"csv\" separator=\";\" columns=\"t,v,n\" charset=\"GB18030\"/>"));
        var gateway = mqtt5("gateway");

        publish(gateway, "plant/1", null, utf8("1767322800001;1.5;7\n1767322800002;broken;8\n"));
        publish(
                gateway,
                "plant/2",
                null,
                "1767322800003;3.5;-9\r\n1767322800004;4;\r\n".getBytes(Charset.forName("GB18030")));

        database.awaitCount("plant", 2);
        awaitFigure("plant", "dead-lettered", 1);
        assertThat(database.query("SELECT v, n, device FROM plant ORDER BY ts"))
                .containsExactly(List.of(3.5, -9L, "2"), Arrays.asList(4.0, null, "2"));
        assertThat(deadLetters()).singleElement().asString().contains("Record 2");
    }

    @Test
    void shouldStoreFieldsAtFixedPlaces() throws Exception {
        startBroker(READINGS.formatted(
                "fixed",
                "<payload format=\"binary\" record-bytes=\"20\""
                        + " fields=\"t: int64 be @0, v: float32 le @8, n: uint64 le @12\"/>"));

        publish(
                mqtt5("device"),
                "fixed/1",
                null,
                ByteBuffer.allocate(40)
                        .putLong(1767322800001L)
                        .putInt(Integer.reverseBytes(Float.floatToIntBits(21.3f)))
                        .putLong(Long.reverseBytes(Long.MAX_VALUE))
                        .putLong(1767322800002L)
                        .putInt(0)
                        .putLong(0)
                        .array());

        database.awaitCount("fixed", 2);
        assertThat(database.query("SELECT v, n FROM fixed ORDER BY ts"))
                .containsExactly(List.of(21.3, Long.MAX_VALUE), List.of(0.0, 0L));
    }

    @Test
    void shouldStoreWhatTheContentTypeSays() throws Exception {
        startBroker(READINGS.formatted("mixed", "<payload format=\"auto\"/>"));
        var gateway = mqtt5("gateway");

        publish(gateway, "mixed/1", null, utf8("{\"t\":1767322800001,\"v\":1}"));
        publish(
                gateway,
                "mixed/1",
                "application/x-ndjson",
                utf8("{\"t\":1767322800002,\"v\":2}\n{\"t\":1767322800003,\"v\":3}"));
        publish(gateway, "mixed/1", "text/csv; charset=utf-8", utf8("v,t\n4,1767322800004\n5,1767322800005"));
        publish(gateway, "mixed/1", "image/png", new byte[] {1, 2});

        database.awaitCount("mixed", 5);
        awaitFigure("mixed", "dead-lettered", 1);
        assertThat(database.query("SELECT v FROM mixed ORDER BY ts"))
                .containsExactly(List.of(1.0), List.of(2.0), List.of(3.0), List.of(4.0), List.of(5.0));
    }

    @Test
    void shouldStoreBlocksThatCanBeReadBackWhole() throws Exception {
        startBroker(BLOCKS);
        var device = mqtt5("device");
        var block = new byte[102_400];
        new Random(1).nextBytes(block);
        for (int i = 0; i < 256; i++) {
            block[i] = (byte) i;
        }

        publish(device, "blocks/1", null, block);
        publish(device, "blocks/1", null, block);
        publish(device, "blocks/1", null, new byte[] {42});

        database.awaitCount("blocks", 23);
        var blocks = database.query("SELECT DISTINCT block FROM blocks WHERE chunks = 11");
        assertThat(blocks).hasSize(2);
        for (var id : blocks) {
            var chunks =
                    database.query("SELECT chunk, data FROM blocks WHERE block = '" + id.get(0) + "' ORDER BY chunk");
            var whole = new ByteArrayOutputStream();
            chunks.forEach(chunk -> whole.writeBytes((byte[]) chunk.get(1)));
            assertThat(whole.toByteArray()).isEqualTo(block);
            assertThat(String.valueOf(id.get(0))).endsWith("-%08x".formatted(crc(block)));
        }
    }

    /** Written as SQL, all of these values take more than the 65,530 bytes that TDengine allows for one. */
    @Test
    void shouldStoreValuesThatNoSqlLiteralHolds() throws Exception {
        startBroker(Routes.of("conf/examples/binary-layout.xml")
                + Routes.of("conf/examples/raw.xml").replace(">#<", ">plant/#<"));
        var device = mqtt5("device");
        var waveform = new byte[100_000];
        new Random(1).nextBytes(waveform);
        var longerThanHex = Arrays.copyOf(waveform, 32_764);
        var backslashes = "\\".repeat(40_000);

        publish(device, "pump/north/waveform", null, Compressor.ZSTD.compress(waveform));
        publish(device, "pump/south/waveform", null, Compressor.ZSTD.compress(longerThanHex));
        publish(device, "plant/text", null, utf8(backslashes));

        database.awaitCount("waveforms", 4);
        database.awaitCount("messages", 1);
        assertThat(waveform("north")).isEqualTo(waveform);
        assertThat(waveform("south")).isEqualTo(longerThanHex);
        assertThat(database.query("SELECT payload FROM messages")).containsExactly(List.of(backslashes));
    }

    private byte[] waveform(String station) throws Exception {
        var whole = new ByteArrayOutputStream();
        database.query("SELECT data FROM waveforms WHERE station = '" + station + "' ORDER BY chunk")
                .forEach(chunk -> whole.writeBytes((byte[]) chunk.get(0)));
        return whole.toByteArray();
    }

    private static long crc(byte[] block) {
        var crc = new CRC32C();
        crc.update(block);
        return crc.getValue();
    }

    private static void publish(
            Mqtt5BlockingClient client, String topic, @Nullable String contentType, byte[] payload) {
        client.publishWith()
                .topic(topic)
                .qos(MqttQos.AT_LEAST_ONCE)
                .contentType(contentType)
                .payload(payload)
                .send();
    }
}
