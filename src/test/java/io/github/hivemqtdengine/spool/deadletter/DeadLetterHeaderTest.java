// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import com.sun.management.ThreadMXBean;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.pipeline.account.DeadLetter;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterReader.Line;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class DeadLetterHeaderTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void nameFile() {
        file = folder.resolve("dead-letters.jsonl");
    }

    private static byte[] line(String route, byte[] payload) throws IOException {
        var message =
                new InboundMessage("site/1", payload, "client", null, 0, false, false, Mqtt5Properties.NONE, 1_000_000);
        var out = new ByteArrayOutputStream();
        DeadLetterLine.write(
                new DeadLetter(route, message, DeadLetterReason.TYPE_MISMATCH, "no number: \u6e29"), NOW, out);
        return out.toByteArray();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void write(byte[]... parts) throws IOException {
        try (var out = new BufferedOutputStream(Files.newOutputStream(file))) {
            for (var part : parts) {
                out.write(part);
            }
        }
    }

    private List<Line<DeadLetterHeader>> lines() throws IOException {
        var lines = new ArrayList<Line<DeadLetterHeader>>();
        try (var scanner = DeadLetterReader.ofHeaders(file, Files.size(file))) {
            for (var line = scanner.next(); line != null; line = scanner.next()) {
                lines.add(line);
            }
        }
        return lines;
    }

    @Test
    void shouldReadEveryFieldThatCommandsAskFor() throws IOException {
        write(line("meters", utf8("{}")), utf8("\n"), line("pumps", new byte[0]));

        assertThat(lines())
                .extracting(Line::number, Line::hasLineFeed, Line::letter)
                .containsExactly(tuple(1L, true, letter("meters", 2)), tuple(3L, true, letter("pumps", 0)));
    }

    private static DeadLetterHeader letter(String route, long payloadBytes) {
        return new DeadLetterHeader(NOW, route, "type_mismatch", "no number: \u6e29", "site/1", "client", payloadBytes);
    }

    @Test
    void shouldSayWhatIsWrongWithALineAndReadTheNext() throws IOException {
        write(utf8("{\"time\":\"now\"\n[]\n{}\n"), line("meters", utf8("1")));

        var lines = lines();

        assertThat(lines).extracting(Line::number).containsExactly(1L, 2L, 3L, 4L);
        assertThat(lines.subList(0, 3)).allSatisfy(line -> {
            assertThat(line.letter()).isNull();
            assertThat(line.problem()).isNotBlank();
        });
        assertThat(lines.get(2).problem()).isEqualTo("it has no \"payload\"");
        assertThat(lines.get(3).letter()).isEqualTo(letter("meters", 1));
    }

    @Test
    void shouldTellATornLastLineFromADamagedOne() throws IOException {
        var torn = line("meters", utf8("12345678"));
        write(line("meters", utf8("1")), Arrays.copyOf(torn, torn.length - 5));

        var last = lines().get(1);

        assertThat(last.letter()).isNull();
        assertThat(last.hasLineFeed()).isFalse();
    }

    @Test
    void shouldReadAWholeLastLineWithoutItsLineFeed() throws IOException {
        var whole = line("meters", utf8("1"));
        write(Arrays.copyOf(whole, whole.length - 1));

        try (var scanner = DeadLetterReader.ofHeaders(file, Files.size(file))) {
            var line = Objects.requireNonNull(scanner.next());
            var copy = new ByteArrayOutputStream();
            scanner.copy(line, copy);

            assertThat(line.letter()).isEqualTo(letter("meters", 1));
            assertThat(copy.toByteArray()).isEqualTo(whole);
            assertThat(scanner.next()).isNull();
        }
    }

    @Test
    void shouldCopyLinesWhileItReads() throws IOException {
        write(line("meters", utf8("\u6e29\u5ea6")), line("pumps", new byte[] {0, 1, 2}));

        var copies = new ByteArrayOutputStream();
        try (var scanner = DeadLetterReader.ofHeaders(file, Files.size(file))) {
            for (var line = scanner.next(); line != null; line = scanner.next()) {
                scanner.copy(line, copies);
            }
        }

        assertThat(copies.toByteArray()).isEqualTo(Files.readAllBytes(file));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void shouldNotFollowALink() throws IOException {
        Files.write(folder.resolve("other.jsonl"), line("meters", utf8("1")));
        Files.createSymbolicLink(file, folder.resolve("other.jsonl"));

        assertThatThrownBy(() -> DeadLetterReader.ofHeaders(file, 1_000)).isInstanceOf(IOException.class);
    }

    @Test
    void shouldReadNoFurtherThanItIsTold() throws IOException {
        var first = line("meters", utf8("1"));
        write(first, line("pumps", utf8("2")));

        try (var scanner = DeadLetterReader.ofHeaders(file, first.length)) {
            assertThat(Objects.requireNonNull(scanner.next()).letter()).isEqualTo(letter("meters", 1));
            assertThat(scanner.next()).isNull();
        }
    }

    /** A payload of 8 MiB, of which an encoded copy alone would be 11 MiB. */
    @Test
    void shouldNotKeepALargePayload() throws IOException {
        write(line("meters", new byte[8 << 20]));
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();

        long bytes = Objects.requireNonNull(lines().get(0).letter()).payloadBytes();

        assertThat(bytes).isEqualTo(8 << 20);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(2 << 20);
    }
}
