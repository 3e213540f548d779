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
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The route that ships: every published value by its type, without a mapping. */
class NamespaceIT extends BrokerTest {

    private static final int MANY_TOPICS = 10_000;

    private void publish(String topic, String... payloads) {
        var client = mqtt5("plant");
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
    void shouldStoreEveryValueByItsTypeAsShipped() throws Exception {
        startBroker(Routes.of("conf/config.xml"));

        publish("plant/hall 1/press-7", """
                {"ts": 1767322800123, "temp": 21.5, "on": true, "mode": "自动", "serial": 9007199254740993,
                 "oil": {"level": 7, "alarms": ["low", 3]}}
                """, "{\"temp\": \"broken\"}");
        publish("plant/fan", "-3", "ON", "false", "{\"value\": 4, \"timestamp\": \"2026-01-02T03:00:00Z\"}");
        mqtt5("camera")
                .publishWith()
                .topic("camera.1")
                .qos(MqttQos.EXACTLY_ONCE)
                .payload(new byte[] {(byte) 0xFF, 0})
                .send();

        database.awaitCount("numbers", 4);
        database.awaitCount("booleans", 2);
        database.awaitCount("texts", 4);
        database.awaitCount("others", 2);
        assertThat(database.rows(
                        "SELECT path, name, mqtt_topic, field, level1, level2, level3, val FROM numbers ORDER BY val"))
                .containsExactly(
                        "plant.fan fan plant/fan  plant fan  -3.0",
                        "plant.fan fan plant/fan  plant fan  4.0",
                        "plant.hall 1.press-7.oil.level level plant/hall 1/press-7 /oil/level plant hall 1 press-7 7.0",
                        "plant.hall 1.press-7.temp temp plant/hall 1/press-7 /temp plant hall 1 press-7 21.5");
        assertThat(database.rows("SELECT path, val FROM booleans ORDER BY path"))
                .containsExactly("plant.fan 0", "plant.hall 1.press-7.on 1");
        assertThat(database.rows("SELECT path, val FROM texts ORDER BY path"))
                .containsExactly(
                        "plant.fan ON",
                        "plant.hall 1.press-7.mode 自动",
                        "plant.hall 1.press-7.serial 9007199254740993",
                        "plant.hall 1.press-7.temp broken");
        assertThat(database.rows("SELECT path, val, encoding FROM others ORDER BY path"))
                .containsExactly("camera_1 /wA= base64", "plant.hall 1.press-7.oil.alarms [\"low\", 3] json");
        assertThat(
                        database.rows(
                                "SELECT count(*) FROM numbers WHERE ts >= '2026-01-02T02:59:00Z' AND ts < '2026-01-02T03:01:00Z'"))
                .containsExactly("3");
        assertThat(figure("everything", "dead-lettered")).isZero();
    }

    /** Names and payloads that no one would publish by will are stored as any other. */
    @Test
    void shouldStoreHostileNames() throws Exception {
        startBroker(Routes.of("conf/config.xml"));
        var hostile = List.of(
                "a'; DROP TABLE numbers; --",
                "back`tick/\"quote\"/\\slash",
                "//",
                "dots.in.it/${payload}/{x}",
                "表格/😀/ßÄ",
                "a\u00a0b/\u202e\u200b",
                "long/" + "n".repeat(3_000));

        for (var topic : hostile) {
            publish(topic, "{\"v\": 1, \"x'`\\\"\\\\\\n😀\": 2, \"\": 3, \"" + "m".repeat(250) + "\": 4}");
        }

        database.awaitCount("numbers", 4L * hostile.size());
        assertThat(database.rows("SELECT DISTINCT mqtt_topic FROM numbers"))
                .containsExactlyInAnyOrderElementsOf(hostile);
        assertThat(database.rows("SELECT DISTINCT field FROM numbers"))
                .containsExactlyInAnyOrder("/v", "/x'`\"\\\n😀", "/", "/" + "m".repeat(250));
        assertThat(figure("everything", "dead-lettered")).isZero();
    }

    @Test
    void shouldLimitTheSubtablesThatClientsMake() throws Exception {
        startBroker(Routes.of("conf/examples/namespace/preset.xml")
                .replace("max-sub-tables=\"100000\"", "max-sub-tables=\"20\""));

        publish("known", "1");
        database.awaitCount("numbers", 1); // another lane may be faster
        publish(
                "flood",
                IntStream.range(0, 100).mapToObj(i -> "{\"f" + i + "\": 1}").toArray(String[]::new));
        publish("known", "2");

        awaitFigure("everything", "dead-lettered", 100 - 19);
        database.awaitCount("numbers", 21);
        assertThat(database.rows("SELECT val FROM numbers WHERE path = 'known' ORDER BY ts"))
                .containsExactly("1.0", "2.0");
        assertThat(deadLetters())
                .allSatisfy(letter ->
                        assertThat(letter).contains("would be one more than max-sub-tables=\\\"20\\\" allows"));
    }

    @Test
    void shouldAnswerTheQueriesOfThePage() throws Exception {
        assumeThat(kind).isEqualTo(DatabaseKind.TDENGINE);
        startBroker(Routes.of("conf/config.xml"));
        publish("plant/press-7", "{\"oil\": {\"temp\": 40}}", "{\"oil\": {\"temp\": 42}}", "3");
        database.awaitCount("numbers", 3);

        assertThat(documentedQueries())
                .hasSize(3)
                .satisfiesExactly(
                        last -> assertThat(database.query(last))
                                .singleElement()
                                .satisfies(row -> assertThat(row.get(1)).isEqualTo(42.0)),
                        hour -> assertThat(database.query(hour))
                                .extracting(row -> row.get(1) + " " + row.get(2))
                                .containsExactly(
                                        "plant.press-7.oil.temp 40.0",
                                        "plant.press-7.oil.temp 42.0",
                                        "plant.press-7 3.0"),
                        minutes -> assertThat(database.query(minutes))
                                .isNotEmpty()
                                .allSatisfy(row -> assertThat(row.get(1)).isEqualTo("plant.press-7.oil.temp")));
    }

    private List<String> documentedQueries() throws IOException {
        var page = Files.readString(Path.of("docs/namespace.md"));
        var block = page.substring(page.indexOf("```sql\n") + 7, page.indexOf("\n```", page.indexOf("```sql")));
        return block.lines()
                .filter(line -> !line.startsWith("--"))
                .map(line -> line.replace(";", "").replace("mqtt.", database.name() + "."))
                .toList();
    }

    @Test
    @Tag("full")
    void shouldStoreThousandsOfTopics() throws Exception {
        startBroker(Routes.of("conf/config.xml"));
        var client = mqtt5("plant").toAsync();
        for (int i = 0; i < MANY_TOPICS; i++) {
            client.publishWith()
                    .topic("plant/hall-" + i % 10 + "/machine-" + i)
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(utf8("{\"temp\": " + i + ", \"state\": \"s" + i % 3 + "\"}"))
                    .send()
                    .join();
        }

        database.awaitCount("numbers", MANY_TOPICS);
        database.awaitCount("texts", MANY_TOPICS);
        assertThat(database.rows("SELECT count(*) FROM numbers WHERE level2 = 'hall-3' AND name = 'temp'"))
                .containsExactly(String.valueOf(MANY_TOPICS / 10));
        assertThat(database.rows("SELECT val FROM numbers WHERE path = 'plant.hall-7.machine-9997.temp'"))
                .containsExactly("9997.0");
        assertThat(figure("everything", "dead-lettered")).isZero();
    }
}
