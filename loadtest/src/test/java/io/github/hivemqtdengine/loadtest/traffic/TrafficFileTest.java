// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.traffic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrafficFileTest {

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("traffic.zst");
    }

    private static TrafficMessage message(long micros, String topic, @Nullable String type, String payload) {
        var properties = type == null ? List.<List<String>>of() : List.of(List.of("a", "1"), List.of("a", "2"));
        return new TrafficMessage(micros, topic, 1, type != null, type, properties, payload.getBytes(UTF_8));
    }

    private void write(long mostBytes, TrafficMessage... messages) throws IOException {
        try (var writer = TrafficWriter.create(file, "plant/#", mostBytes)) {
            for (var message : messages) {
                assertThat(writer.add(message)).isTrue();
            }
            writer.end("time", 2_000_000);
            assertThat(writer.messages()).isEqualTo(messages.length);
        }
    }

    @Test
    void shouldReadWhatWasWritten() throws Exception {
        write(1_000, message(5, "plant/1", null, "{}"), message(7, "plant/2", "application/json", "\u0000ä"));
        var read = new ArrayList<TrafficMessage>();

        var traffic = TrafficReader.read(file, read::add);

        assertThat(traffic).isEqualTo(new Traffic("plant/#", 2, 2_000_000, 1, "plant/1"));
        assertThat(read)
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(
                        message(5, "plant/1", null, "{}"), message(7, "plant/2", "application/json", "\u0000ä"));
    }

    @Test
    void shouldHaveTheDocumentedFormat() throws Exception {
        write(1_000, message(5, "plant/1", null, "{}"));
        var bytes = Files.readAllBytes(file);

        var lines = new String(Zstd.decompress(bytes, 10_000), UTF_8).lines().toList();

        assertThat(lines.get(0))
                .matches(
                        "\\{\"format\":\"loadtest-traffic\",\"version\":1,\"started\":\".*Z\",\"filter\":\"plant/#\"}");
        assertThat(lines.get(1)).isEqualTo("{\"t\":5,\"topic\":\"plant/1\",\"qos\":1,\"payload\":\"e30=\"}");
        assertThat(lines.get(2)).isEqualTo("{\"end\":\"time\",\"messages\":1,\"micros\":2000000}");
    }

    @Test
    void shouldRefuseAMessageForWhichThereIsNoRoom() throws Exception {
        try (var writer = TrafficWriter.create(file, "#", 100)) {
            assertThat(writer.add(message(0, "a", null, "0123456789"))).isTrue();
            assertThat(writer.add(message(0, "a", null, "0123456789"))).isFalse();
            assertThat(writer.messages()).isEqualTo(1);
        }
        assertThatThrownBy(() -> TrafficWriter.create(file, "#", 100)).isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void shouldHaveNoRoomForManyProperties() throws Exception {
        var properties = Collections.nCopies(20, List.of("name", "x".repeat(50)));
        var message = new TrafficMessage(0, "a", 1, false, "text", properties, new byte[0]);

        try (var writer = TrafficWriter.create(file, "#", 1_000)) {
            assertThat(writer.add(message)).isFalse();
        }
        assertThat(message.size()).isGreaterThan(20 * 54);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                                               | is not a recording",
                "{\"format\":\"loadtest-traffic\",\"version\":2}                  | is not a recording",
                "nonsense                                                         | a line 1 that is not",
                "{\"format\":\"loadtest-traffic\",\"version\":1,\"filter\":\"#\"} | is cut off"
            })
    void shouldSayWhatIsWrongWithARecording(String content, String words) throws Exception {
        Files.write(file, Zstd.compress(content.getBytes(UTF_8)));

        assertThatThrownBy(() -> TrafficReader.read(file, message -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(words)
                .hasMessageContaining("traffic.zst");
    }

    @Test
    void shouldGiveEachTopicOnePublisherAndEachPublisherTopics() {
        var topics = new TreeMap<Integer, Integer>();
        for (int topic = 0; topic < 1_000; topic++) {
            var name = "plant/line" + topic % 10 + "/meter/" + topic;
            var publisher = message(topic, name, null, "a").publisher(8);
            assertThat(message(-topic, name, null, "b").publisher(8)).isEqualTo(publisher);
            topics.merge(publisher, 1, Integer::sum);
        }

        assertThat(topics.keySet()).isEqualTo(Set.of(0, 1, 2, 3, 4, 5, 6, 7));
        assertThat(topics.values()).allMatch(count -> count > 60);
    }

    @Test
    void shouldReadPayloadsOfFilesAndLines() throws Exception {
        Files.writeString(folder.resolve("b.json"), "2");
        Files.writeString(folder.resolve("a.bin"), "1");
        Files.createDirectory(folder.resolve("c"));
        var lines = Files.writeString(folder.resolve("c").resolve("d.jsonl"), "{}\n\n[ ]\n");

        assertThat(texts(folder)).containsExactly("1", "2");
        assertThat(texts(lines)).containsExactly("{}", "[ ]");
        assertThat(texts(folder.resolve("b.json"))).containsExactly("2");
    }

    private static List<String> texts(Path source) throws IOException {
        return PayloadFiles.read(source).stream()
                .map(payload -> new String(payload, UTF_8))
                .toList();
    }

    @Test
    void shouldSayThatThereAreNoPayloads() {
        assertThatThrownBy(() -> PayloadFiles.read(folder)).hasMessageContaining("no payloads in " + folder);
    }
}
