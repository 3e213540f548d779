// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.Mqtt5Properties.UserProperty;
import io.github.hivemqtdengine.pipeline.account.DeadLetter;
import io.github.hivemqtdengine.spool.disk.Durable;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.testkit.SmallDisk;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class DeadLetterFolderTest {

    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-01-02T03:04:05.678901Z"));

    @RegisterExtension
    final SmallDisk disk = new SmallDisk();

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    @TempDir
    Path folder;

    @Test
    void shouldWriteEverythingThatIsKnownAsOneLine() throws IOException {
        var below = folder.resolve("below");
        try (var letters = letters(below, 10_000, 10_000)) {
            assertThat(letters.keep(letter(new byte[] {0, -1, '\n', 13}))).isTrue();
        }

        var line = onlyLine(below.resolve("dead-letters.jsonl"));
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
        assertThat(line.get("messageExpiry").asLong()).isEqualTo(4_294_967_295L);
        assertThat(line.get("userProperties").toString()).isEqualTo("[[\"a\",\"1\"],[\"a\",\"2\"]]");
        assertThat(line.get("payload").binaryValue()).containsExactly(0, -1, '\n', 13);
    }

    @Test
    void shouldAppendToWhatIsThere() throws IOException {
        for (int i = 0; i < 3; i++) {
            try (var letters = letters(10_000, 10_000)) {
                letters.keep(letter(new byte[0]));
            }
        }

        assertThat(Files.readAllLines(current())).hasSize(3);
    }

    @Test
    void shouldKnowTheBytesOfAllFiles() throws IOException {
        try (var letters = letters(folder.resolve("below"), 1, 10_000)) {
            assertThat(letters.bytes()).isZero();
        }
        try (var letters = letters(1, 10_000)) {
            keep(letters, 3);

            assertThat(names()).hasSize(3);
            assertThat(letters.bytes()).isEqualTo(bytes()).isPositive();
            Files.delete(current());
            assertThat(letters.bytes()).isEqualTo(bytes()).isPositive();
        }
    }

    /** A batch may have thousands of them, and the lanes wait for each other here. */
    @Test
    void shouldBringABatchOfLettersToTheDiskAtOnce() throws IOException {
        var disk = new CountingDisk();
        var settings = new DeadLetterSettings(1_000_000, 1_000_000);
        try (var letters = new DeadLetterFolder(folder, settings, true, CLOCK, disk, System::nanoTime)) {
            keep(letters, 100);
            assertThat(disk.forced).isEmpty();

            assertThat(letters.sync()).isTrue();
            assertThat(disk.forced).containsExactly("file", folder.toString(), String.valueOf(folder.getParent()));

            disk.forced.clear();
            keep(letters, 100);
            letters.sync();
            letters.sync();
            assertThat(disk.forced).containsExactly("file");
        }
    }

    @Test
    void shouldBringAFileToTheDiskBeforeAnotherOneBegins() throws IOException {
        var disk = new CountingDisk();
        try (var letters = new DeadLetterFolder(
                folder, new DeadLetterSettings(1, 1_000_000), true, CLOCK, disk, System::nanoTime)) {
            keep(letters, 2);

            letters.sync();

            assertThat(disk.forced).filteredOn("file"::equals).hasSize(2);
            assertThat(folder).isDirectoryContaining(file -> !file.equals(current()));
        }
    }

    private static void keep(DeadLetterFolder letters, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            assertThat(letters.keep(letter(new byte[10]))).isTrue();
        }
    }

    /** Records which files and folders are forced. */
    private static final class CountingDisk implements Durable.Disk {

        final List<String> forced = new ArrayList<>();
        boolean isFailing;

        @Override
        public void force(FileChannel file) throws IOException {
            if (isFailing) {
                throw new IOException("the disk is broken");
            }
            forced.add("file");
        }

        @Override
        public void forceNames(Path names) {
            forced.add(names.toString());
        }
    }

    @Test
    void shouldKeepALongLetterWhole() throws IOException {
        var payload = new byte[1_000_000];
        Arrays.fill(payload, (byte) 7);
        try (var letters = letters(10_000_000, 10_000_000)) {
            letters.keep(letter(payload));
        }

        assertThat(onlyLine(current()).get("payload").binaryValue()).isEqualTo(payload);
    }

    @Test
    void shouldBeginALineOfItsOwnBehindATornOne() throws IOException {
        Files.writeString(current(), "{\"time\":\"2026-");
        try (var letters = letters(10_000, 10_000)) {
            letters.keep(letter(new byte[0]));
        }

        var lines = Files.readAllLines(current());
        assertThat(lines).hasSize(2).first().isEqualTo("{\"time\":\"2026-");
        assertThat(new ObjectMapper().readTree(lines.get(1)).get("route").asText())
                .isEqualTo("meters");
    }

    @Test
    void shouldNotGrowBeyondItsBound() throws IOException {
        try (var letters = letters(1_000, 1_000)) {
            assertThat(letters.keep(letter(new byte[10]))).isTrue();
            assertThat(letters.keep(letter(new byte[2_000]))).isFalse();
            assertThat(letters.keep(letter(new byte[10]))).isTrue();
        }

        assertThat(Files.size(current())).isLessThanOrEqualTo(1_000);
        assertThat(Files.readAllLines(current())).hasSize(2);
    }

    @Test
    void shouldGoOnInAnotherFileWhenOneIsFull() throws IOException {
        try (var letters = letters(1_000, 100_000)) {
            for (int i = 0; i < 7; i++) {
                assertThat(letters.keep(letter(new byte[] {(byte) i}))).isTrue();
            }
        }

        assertThat(names())
                .containsExactly(
                        "dead-letters-20260102T030405Z-0001.jsonl",
                        "dead-letters-20260102T030405Z-0002.jsonl",
                        "dead-letters-20260102T030405Z-0003.jsonl",
                        "dead-letters.jsonl");
        assertThat(payloads()).containsExactly(0, 1, 2, 3, 4, 5, 6);
        for (var name : names()) {
            assertThat(Files.size(folder.resolve(name))).isLessThanOrEqualTo(1_000);
        }
    }

    @Test
    void shouldGiveALargeLetterAFileOfItsOwn() throws IOException {
        try (var letters = letters(1_000, 100_000)) {
            letters.keep(letter(new byte[] {0}));
            letters.keep(letter(filled(5_000, 1)));
            letters.keep(letter(new byte[] {2}));
        }

        assertThat(names()).hasSize(3);
        assertThat(payloads()).containsExactly(0, 1, 2);
        assertThat(Files.readAllLines(current())).hasSize(1);
    }

    @Test
    void shouldBoundAllFilesTogetherAndCountThoseOfBefore() throws IOException {
        try (var letters = letters(1_000, 100_000)) {
            for (int i = 0; i < 6; i++) {
                letters.keep(letter(new byte[10]));
            }
        }
        long bytes = bytes();

        try (var letters = letters(1_000, bytes + 10)) {
            assertThat(letters.keep(letter(new byte[10]))).isFalse();
        }
        assertThat(bytes()).isEqualTo(bytes);
        try (var letters = letters(1_000, bytes + 1_000)) {
            assertThat(letters.keep(letter(new byte[10]))).isTrue();
        }
    }

    @Test
    void shouldGoOnWhenAnOperatorMovesFullFilesAway() throws IOException {
        var now = new AtomicReference<>(Instant.parse("2026-01-02T03:04:05Z"));
        var settings = new DeadLetterSettings(500, 1_000);
        try (var letters = new DeadLetterFolder(folder, settings, false, now::get)) {
            while (letters.keep(letter(new byte[10]))) {
                now.updateAndGet(time -> time.plusSeconds(1));
            }
            for (var name : names()) {
                Files.move(folder.resolve(name), folder.resolve(name + ".moved"));
            }
            now.updateAndGet(time -> time.plusSeconds(1));

            assertThat(letters.keep(letter(new byte[10]))).isTrue();
        }
        assertThat(Files.readAllLines(current())).hasSize(1);
    }

    @Test
    void shouldSayWhatToDoAtOnceAndThenOnceAMinute() throws IOException {
        var nanos = new AtomicLong();
        var settings = new DeadLetterSettings(5_000, 5_000);
        try (var letters = new DeadLetterFolder(folder, settings, false, CLOCK, Durable.Disk.SYSTEM, nanos::get)) {
            for (int period = 0; period < 2; period++) {
                for (int i = 0; i < 3; i++) {
                    assertThat(letters.keep(letter(new byte[10_000]))).isFalse();
                }
                assertThat(letters.keep(letter(new byte[1]))).isTrue();
                assertThat(letters.keep(letter(new byte[10_000])))
                        .as("within a minute")
                        .isFalse();
                nanos.addAndGet(Duration.ofMinutes(1).toNanos());
            }
        }

        assertThat(log.lines())
                .hasSize(2)
                .allSatisfy(
                        line -> assertThat(line)
                                .startsWith("ERROR Dead letters in \"" + folder)
                                .contains(
                                        "5000 bytes; messages that would become dead letters are dropped; move \"dead-letters*.jsonl\" away"));
    }

    @Test
    void shouldLeaveADiskAloneForAMomentAfterItHasFailed() throws IOException {
        var nanos = new AtomicLong();
        var noFolder = Files.writeString(folder.resolve("file"), "");
        var settings = new DeadLetterSettings(10_000, 10_000);
        try (var letters = new DeadLetterFolder(noFolder, settings, false, CLOCK, Durable.Disk.SYSTEM, nanos::get)) {
            assertThatIOException().isThrownBy(() -> letters.keep(letter(new byte[0])));
            Files.delete(noFolder);
            assertThatIOException()
                    .isThrownBy(() -> letters.keep(letter(new byte[0])))
                    .withMessage("The disk failed a moment ago");
            assertThat(noFolder).doesNotExist();

            nanos.addAndGet(Duration.ofMillis(100).toNanos());

            assertThat(letters.keep(letter(new byte[0]))).isTrue();
        }
    }

    @Test
    void shouldGoOnInANewFileWhenAnOperatorMovesTheOldOneAway() throws IOException {
        try (var letters = letters(10_000, 10_000)) {
            letters.keep(letter(new byte[0]));
            Files.move(current(), folder.resolve("moved.jsonl"));

            assertThat(letters.keep(letter(new byte[0]))).isTrue();
        }

        assertThat(Files.readAllLines(current())).hasSize(1);
    }

    @Test
    void shouldSayOnceThatTheDiskTakesNoLetter() throws IOException {
        var nanos = new AtomicLong();
        var noFolder = Files.writeString(folder.resolve("file"), "");
        var settings = new DeadLetterSettings(10_000, 10_000);
        try (var letters = new DeadLetterFolder(noFolder, settings, false, CLOCK, Durable.Disk.SYSTEM, nanos::get)) {
            for (int i = 0; i < 3; i++) {
                assertThatIOException().isThrownBy(() -> letters.keep(letter(new byte[0])));
                nanos.addAndGet(Duration.ofSeconds(9).toNanos());
                assertThat(letters.isDegraded()).isTrue();
            }
            Files.delete(noFolder);
            assertThat(letters.keep(letter(new byte[20_000])))
                    .as("more than there is room for")
                    .isFalse();
            assertThat(letters.isDegraded()).isTrue();
            assertThat(letters.keep(letter(new byte[0]))).isTrue();
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            assertThat(letters.isDegraded()).isFalse();
        }

        assertThat(log.lines())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith("ERROR Dead letters cannot be written to \"" + noFolder + "\": "),
                        line -> assertThat(line).startsWith("ERROR Dead letters in \"" + noFolder),
                        line -> assertThat(line)
                                .isEqualTo("INFO Dead letters are written to \"" + noFolder + "\" again"));
    }

    /** The tail of a process that died can be ended only when there is room for it. */
    @Test
    void shouldNotAppendToATornLineAfterTheDiskWasFull() throws IOException {
        var nanos = new AtomicLong();
        var settings = new DeadLetterSettings(100_000, 100_000);
        disk.mount(folder, 1);
        Files.writeString(current(), "{" + "x".repeat(4_095)); // a whole block: one byte more needs another
        var foreign = disk.fill(0);
        try (var letters = new DeadLetterFolder(folder, settings, false, CLOCK, Durable.Disk.SYSTEM, nanos::get)) {
            for (int i = 0; i < 3; i++) {
                assertThatIOException()
                        .isThrownBy(() -> letters.keep(letter(new byte[0])))
                        .withMessageContaining("No space left");
                nanos.addAndGet(Duration.ofMinutes(1).toNanos());
            }
            Files.delete(foreign);
            assertThat(letters.keep(letter(new byte[0]))).isTrue();
        }

        assertThat(Files.readAllLines(current())).hasSize(2).last().asString().startsWith("{\"time\"");
    }

    /** A lone half of a character can't be written as UTF-8. */
    @Test
    void shouldKeepALetterWhoseReasonWasCutInTheMiddleOfACharacter() throws IOException {
        var whole = letter(new byte[] {1});
        var cut = new DeadLetter(whole.routeId(), whole.message(), whole.reason(), "cut \ud83d");
        try (var letters = letters(10_000, 10_000)) {
            assertThat(letters.keep(cut)).isTrue();
        }

        assertThat(onlyLine(current()).get("detail").asText()).isEqualTo("cut ?");
    }

    @Test
    void shouldCreateNoFileWithoutALetter() {
        letters(10_000, 10_000).close();

        assertThat(folder).isEmptyDirectory();
    }

    private DeadLetterFolder letters(long fileBytes, long maxBytes) {
        return letters(folder, fileBytes, maxBytes);
    }

    private static DeadLetterFolder letters(Path where, long fileBytes, long maxBytes) {
        return new DeadLetterFolder(where, new DeadLetterSettings(fileBytes, maxBytes), false, CLOCK);
    }

    private Path current() {
        return folder.resolve("dead-letters.jsonl");
    }

    private List<String> names() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private long bytes() throws IOException {
        long bytes = 0;
        for (var name : names()) {
            bytes += Files.size(folder.resolve(name));
        }
        return bytes;
    }

    /** The first byte of every letter's payload, by the names of the files. */
    private List<Integer> payloads() throws IOException {
        var payloads = new ArrayList<Integer>();
        for (var name : names()) {
            for (var line : Files.readAllLines(folder.resolve(name))) {
                payloads.add(
                        (int) new ObjectMapper().readTree(line).get("payload").binaryValue()[0]);
            }
        }
        return payloads;
    }

    private static byte[] filled(int length, int value) {
        var bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private static JsonNode onlyLine(Path file) throws IOException {
        var lines = Files.readAllLines(file);
        assertThat(lines).hasSize(1);
        return new ObjectMapper().readTree(lines.get(0));
    }

    private static DeadLetter letter(byte[] payload) {
        var properties = new Mqtt5Properties(
                "text/plain", null, 4_294_967_295L, List.of(new UserProperty("a", "1"), new UserProperty("a", "2")));
        var message = new InboundMessage(
                "site/\"ü\"\n😀", payload, "c1", null, 2, true, false, properties, 1_700_000_000_000_001L);
        return new DeadLetter("meters", message, DeadLetterReason.TYPE_MISMATCH, "column v: \"x\"");
    }
}
