// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.cli.learn.LearnedConfiguration;
import io.github.hivemqtdengine.cli.learn.LearnedConfiguration.Learned;
import io.github.hivemqtdengine.cli.learn.Traffic;
import io.github.hivemqtdengine.examples.Example;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LearnedConfigurationTest {

    private final Traffic traffic = new Traffic();

    private void seen(String topic, String payload) {
        seen(topic, payload.getBytes(StandardCharsets.UTF_8));
    }

    private void seen(String topic, byte[] payload) {
        traffic.add(new InboundMessage(
                topic, payload, "c", null, 0, false, false, Mqtt5Properties.NONE, Terminal.NOW_MICROS));
    }

    private LearnedConfiguration learned() {
        var learned = LearnedConfiguration.of(traffic, Duration.ofSeconds(10));
        var trial = LearnedTrial.of(learned, traffic);
        assertThat(trial.problems()).as(learned.xml()).isEmpty();
        assertThat(trial.stored()).as(learned.xml()).isEqualTo(trial.samples());
        return learned;
    }

    static List<Example> examples() {
        return Example.all();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void shouldStoreTheMessagesOfEveryExample(Example example) {
        example.messages().forEach(message -> seen(message.topic(), message.bytes()));

        assertThat(learned().routes()).isNotEmpty();
    }

    @Test
    void shouldStoreTheMessagesOfAllExamplesTogether() {
        Example.all().forEach(example -> example.messages().forEach(message -> seen(message.topic(), message.bytes())));

        assertThat(learned().routes()).hasSizeGreaterThan(10);
    }

    @Test
    void shouldGroupTopicsByTheLevelsThatVary() {
        for (int meter = 1; meter <= 5; meter++) {
            seen("site/b1/meter/" + meter, "{\"t\":1767322800123,\"v\":22" + meter + ".5}");
            seen("site/b2/meter/" + meter, "{\"t\":1767322800123,\"v\":23" + meter + ".5}");
            seen("site/b1/valve/" + meter, "{\"open\":true}");
        }

        var learned = learned();

        assertThat(learned.routes())
                .extracting(Learned::filter)
                .containsExactlyInAnyOrder("site/{site}/meter/{meter}", "site/b1/valve/{valve}");
        assertThat(learned.xml())
                .contains(
                        "10 messages on 10 topics, 1.0 a second, for example site/b1/meter/1",
                        "unit=\"ms\"",
                        "value=\"${payload:/v}\"/> <!-- 221.5 to 235.5 -->",
                        "type=\"BOOL\" value=\"${payload:/open}\"/> <!-- always true -->");
    }

    @Test
    void shouldKeepShapesOfOneTopicApart() {
        for (int i = 0; i < 3; i++) {
            seen("line/1", "{\"state\":\"run\",\"since\":" + i + "}");
            seen("line/1", "{\"temperature\":2" + i + "}");
            seen("line/2", "{\"temperature\":2" + i + ",\"unit\":\"C\"}");
        }

        var learned = learned();

        assertThat(learned.routes()).singleElement().extracting(Learned::filter).isEqualTo("line/{line}");
        assertThat(learned.xml()).contains("super-table=\"line\"", "super-table=\"line_2\"", "where=\"exists(");
    }

    @Test
    void shouldStoreNumbersAndTextsThatHaveNoFields() {
        seen("home/kitchen/temperature", "21.5");
        seen("home/bath/temperature", "22");
        seen("home/bath/temperature", "unknown");
        seen("home/kitchen/door", "open");

        assertThat(learned().xml()).contains("type=\"DOUBLE\" value=\"${payload}\"", "where=\"not matches(payload");
    }

    @Test
    void shouldRecognizeCompressedAndBinaryFormats() throws IOException {
        seen("a/cbor", HexFormat.of().parseHex("a161761903e8"));
        seen("b/msgpack", HexFormat.of().parseHex("81a17601"));
        seen("c/gzip", gzip("{\"v\":1}"));
        seen("d/bytes", new byte[] {0, 1, 2, (byte) 0xFF});
        seen("e/lines", "cpu,host=a usage=1.5 1767322800123000000");
        seen("f/both", "{\"v\":1}");
        seen("f/both", new byte[] {0, 1, 2, (byte) 0xFF});
        seen("spBv1.0/g/NDATA/n", new byte[] {8, 1});

        assertThat(learned().routes())
                .extracting(Learned::format)
                .containsExactlyInAnyOrder("sparkplug", "cbor", "msgpack", "json", "raw", "line-protocol", "raw");
    }

    private static byte[] gzip(String text) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    @Test
    void shouldStoreHostileTopicsAndFields() {
        seen("a/{x}/\"<&>", "{\"--><script>\":1,\"a b\":2,\"${payload}\":3,\"\":4}");
        seen("a/ b /c", "{\"--\":1}");
        seen("a/{x y}/1", "{\"brace\":1}");
        seen("a/b/1", "{\"none\":1}");
        seen("b/\u0001/b", "{\"one\":1}");
        seen("b/\u0001/c", "{\"one\":2}");
        seen("c/${ENV:HOME}/c", "{\"env\":2}");
        seen("d/cr\r/1", "{\"cr\":2}");
        seen("//", "{\"select\":1,\"表\":2}");
        seen("$x/y", "{\"v\":1}");
        seen("rows", "{\"\\u0001\":[{\"a\":1}]}");
        seen("files", "{\"${FILE:/dev/zero}\":[{\"a\":1}]}");

        assertThat(learned().xml().replaceAll("<!--.*?-->", "")).doesNotContain("<script>", "${FILE", "${ENV");
    }

    @Test
    void shouldGiveTablesAndColumnsNamesOfTheirOwn() {
        seen("spBv1.0/g/NDATA/n", new byte[] {8, 1});
        seen("sparkplug/1", "{\"v\":1}");
        seen("line/1", "{\"state\":\"run\"}");
        seen("line/1", "{\"temperature\":2}");
        seen("line/1/2", "{\"other\":2}");
        for (int i = 1; i < 3; i++) {
            seen("sensor/values/" + i, "21.5");
            seen("sensor/payload/" + i, new byte[] {0, 1, (byte) 0xff});
            seen("sensor/seqs/" + i, "{\"seq\":1,\"tbname\":2}");
        }

        assertThat(learned().routes()).extracting(Learned::id).doesNotHaveDuplicates();
    }

    @Test
    void shouldStoreTopicsThatWildcardsDoNotMatch() {
        seen("$SYS/b/t", "text");
        seen("home/x/t", "text");

        assertThat(learned().routes()).extracting(Learned::filter).contains("$SYS/{sy}/t");
    }

    @Test
    void shouldStoreObjectsAndArraysOfOneTopic() {
        seen("line/1", "[{\"a\":1}]");
        seen("line/1", "[{\"b\":1}]");
        seen("line/1", "{\"a\":1}");

        assertThat(learned().routes())
                .singleElement()
                .extracting(Learned::format)
                .isEqualTo("raw");
    }

    @Test
    void shouldExcludeSparkplugFromRoutesThatMatchIt() {
        seen("spBv1.0/g/NDATA/n", new byte[] {8, 1});
        for (int i = 0; i < 60; i++) {
            seen("a" + i + "/b" + i + "/c" + i + "/d" + i, "1");
        }

        assertThat(learned().xml()).contains("<exclude>spBv1.0/#</exclude>");
    }

    @Test
    void shouldNotTakeBlanksOrLongLinesForMore() {
        seen("blank", " \n");
        seen("blank", "open");
        seen("long", "m a=1" + ",a=1".repeat(10_000) + ",");

        assertThat(learned().routes()).extracting(Learned::format).containsOnly("raw");
    }

    @Test
    void shouldLookAtManyTopicsAndFieldsWithinBounds() {
        for (int i = 0; i < 20_010; i++) {
            seen("t/" + i, "1");
        }
        for (int i = 0; i < 10; i++) {
            seen("t/0", "{\"k" + i + "\":1}");
        }
        for (int i = 0; i < 3_000; i++) {
            seen("t/" + i, "{\"of" + i + "\":1}");
        }
        seen("t/1", "{\"" + "a_".repeat(20_000) + "b\":1}");
        var rows = IntStream.range(0, 50_000)
                .mapToObj(i -> "{\"k" + i + "\":1}")
                .collect(Collectors.joining(",", "[", "]"));
        seen("t/2", rows);

        assertThat(traffic.topics()).isEqualTo(20_000);
        assertThat(traffic.left()).isPositive();
        var learned = LearnedConfiguration.of(traffic, Duration.ofSeconds(10));
        assertThat(LearnedTrial.of(learned, traffic).stored()).isGreaterThan(20_000);
    }

    @Test
    void shouldNotLearnFromMessagesWithoutPayload() {
        seen("a", "");

        assertThat(traffic.isEmpty()).isTrue();
    }
}
