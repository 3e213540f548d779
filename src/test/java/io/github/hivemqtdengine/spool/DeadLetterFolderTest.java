package io.github.hivemqtdengine.spool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.UserProperty;
import io.github.hivemqtdengine.pipeline.DeadLetter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeadLetterFileTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-02T03:04:05.678901Z"), ZoneOffset.UTC);

    @TempDir
    Path folder;

    @Test
    void shouldWriteEverythingThatIsKnownAsOneLine() throws IOException {
        var file = folder.resolve("below/letters.jsonl");
        try (var letters = new DeadLetterFile(file, 10_000, CLOCK)) {
            assertThat(letters.keep(letter(new byte[] {0, -1, '\n', 13}))).isTrue();
        }

        var line = onlyLine(file);
        assertThat(line.get("time").asText()).isEqualTo("2026-01-02T03:04:05.678901Z");
        assertThat(line.get("route").asText()).isEqualTo("meters");
        assertThat(line.get("reason").asText()).isEqualTo("type_mismatch");
        assertThat(line.get("detail").asText()).isEqualTo("column v: \"x\"");
        assertThat(line.get("topic").asText()).isEqualTo("site/\"ü\"\n😀");
        assertThat(line.get("client").asText()).isEqualTo("c1");
        assertThat(line.get("user").isNull()).isTrue();
        assertThat(line.get("qos").asInt()).isEqualTo(2);
        assertThat(line.get("retain").asBoolean()).isTrue();
        assertThat(line.get("duplicate").asBoolean()).isFalse();
        assertThat(line.get("arrival").asText()).isEqualTo("2023-11-14T22:13:20.000001Z");
        assertThat(line.get("contentType").asText()).isEqualTo("text/plain");
        assertThat(line.get("userProperties").toString()).isEqualTo("[[\"a\",\"1\"],[\"a\",\"2\"]]");
        assertThat(line.get("payload").binaryValue()).containsExactly(0, -1, '\n', 13);
    }

    @Test
    void shouldAppendToWhatIsThere() throws IOException {
        var file = folder.resolve("letters.jsonl");
        for (int i = 0; i < 3; i++) {
            try (var letters = new DeadLetterFile(file, 10_000, CLOCK)) {
                letters.keep(letter(new byte[0]));
            }
        }

        assertThat(Files.readAllLines(file)).hasSize(3);
    }

    @Test
    void shouldKeepALongLetterWhole() throws IOException {
        var file = folder.resolve("letters.jsonl");
        var payload = new byte[1_000_000];
        Arrays.fill(payload, (byte) 7);
        try (var letters = new DeadLetterFile(file, 10_000_000, CLOCK)) {
            letters.keep(letter(payload));
        }

        assertThat(onlyLine(file).get("payload").binaryValue()).isEqualTo(payload);
    }

    @Test
    void shouldBeginALineOfItsOwnBehindATornOne() throws IOException {
        var file = Files.writeString(folder.resolve("letters.jsonl"), "{\"time\":\"2026-");
        try (var letters = new DeadLetterFile(file, 10_000, CLOCK)) {
            letters.keep(letter(new byte[0]));
        }

        var lines = Files.readAllLines(file);
        assertThat(lines).hasSize(2).first().isEqualTo("{\"time\":\"2026-");
        assertThat(new ObjectMapper().readTree(lines.get(1)).get("route").asText())
                .isEqualTo("meters");
    }

    @Test
    void shouldNotGrowBeyondItsBound() throws IOException {
        var file = folder.resolve("letters.jsonl");
        try (var letters = new DeadLetterFile(file, 1_000, CLOCK)) {
            assertThat(letters.keep(letter(new byte[10]))).isTrue();
            assertThat(letters.keep(letter(new byte[2_000]))).isFalse();
            assertThat(letters.keep(letter(new byte[10]))).isTrue();
        }

        assertThat(Files.size(file)).isLessThanOrEqualTo(1_000);
        assertThat(Files.readAllLines(file)).hasSize(2);
    }

    @Test
    void shouldGoOnInANewFileWhenAnOperatorMovesTheOldOneAway() throws IOException {
        var file = folder.resolve("letters.jsonl");
        try (var letters = new DeadLetterFile(file, 10_000, CLOCK)) {
            letters.keep(letter(new byte[0]));
            Files.move(file, folder.resolve("moved.jsonl"));

            assertThat(letters.keep(letter(new byte[0]))).isTrue();
        }

        assertThat(Files.readAllLines(file)).hasSize(1);
    }

    @Test
    void shouldSayThatItCannotKeepALetter() throws IOException {
        var notAFolder = Files.writeString(folder.resolve("file"), "");
        try (var letters = new DeadLetterFile(notAFolder.resolve("letters.jsonl"), 10_000, CLOCK)) {
            assertThat(letters.keep(letter(new byte[0]))).isFalse();
        }
    }

    @Test
    void shouldSayThatItCannotKeepALetterWhateverFails() throws IOException {
        var file = folder.resolve("letters.jsonl");
        var broken = new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                throw new OutOfMemoryError("as if");
            }
        };
        try (var letters = new DeadLetterFile(file, 10_000, broken)) {
            assertThat(letters.keep(letter(new byte[0]))).isFalse();
        }

        assertThat(file).isEmptyFile();
    }

    @Test
    void shouldCreateNoFileWithoutALetter() {
        new DeadLetterFile(folder.resolve("letters.jsonl"), 10_000, CLOCK).close();

        assertThat(folder).isEmptyDirectory();
    }

    private static JsonNode onlyLine(Path file) throws IOException {
        var lines = Files.readAllLines(file);
        assertThat(lines).hasSize(1);
        return new ObjectMapper().readTree(lines.get(0));
    }

    private static DeadLetter letter(byte[] payload) {
        var properties = new Mqtt5Properties(
                "text/plain", null, List.of(new UserProperty("a", "1"), new UserProperty("a", "2")));
        var message = new InboundMessage(
                "site/\"ü\"\n😀", payload, "c1", null, 2, true, false, properties, 1_700_000_000_000_001L);
        return new DeadLetter("meters", message, DeadLetter.Reason.TYPE_MISMATCH, "column v: \"x\"");
    }
}
