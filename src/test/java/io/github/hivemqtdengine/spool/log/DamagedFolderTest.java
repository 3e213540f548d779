// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.log;

import static io.github.hivemqtdengine.spool.Messages.ROUTE;
import static io.github.hivemqtdengine.spool.Messages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.spool.LogFiles;
import io.github.hivemqtdengine.spool.Spool;
import io.github.hivemqtdengine.testkit.CapturedLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class DamagedFolderTest {

    private static final int SPOOL_BYTES = 80_000;
    private static final int BUDGET = 10_000;

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    @TempDir
    Path temporary;

    /** Each crash leaves the beginning of a large message. */
    @Test
    void shouldStayInsideItsShareOfTheSpoolHoweverOftenTheProcessDies() throws IOException {
        for (int crash = 1; crash <= 10; crash++) {
            startAfterACrash(2_500);
            assertThat(bytes()).as("after %s crashes", crash).isBetween(2_500L, (long) BUDGET);
        }

        assertThat(log.lines()).anyMatch(line -> line.contains(" of the oldest files in \"" + damaged()));
    }

    @Test
    void shouldDeleteTheOldestFilesFirst() throws IOException {
        write("b.damaged", 4_000, 1);
        write("a.damaged", 4_000, 2);
        write("c.damaged", 1_500, 3);
        var folder = new DamagedFolder(damaged(), BUDGET);

        write(folder.place("d.damaged", 4_000), 4_000);
        assertThat(names()).containsExactly("a.damaged", "c.damaged", "d.damaged");

        write(folder.place("e.damaged", 6_000), 6_000);
        assertThat(names()).containsExactly("d.damaged", "e.damaged");
        assertThat(folder.bytes()).isEqualTo(10_000);
        assertThat(log.lines())
                .containsExactly("WARN 1 of the oldest files in \"" + damaged()
                        + "\" deleted so far to stay within 10000 bytes and 10000 files");
    }

    @Test
    void shouldCountAFileThatIsWrittenAgainOnce() throws IOException {
        var folder = new DamagedFolder(damaged(), BUDGET);
        write(folder.place("a.damaged", 100), 100);

        for (int i = 0; i < 10; i++) {
            write(folder.place("b.damaged", 9_000), 9_000);
        }

        assertThat(names()).containsExactly("a.damaged", "b.damaged");
    }

    /** Better than nothing, and no larger than a segment. */
    @Test
    void shouldKeepOneFileOfAnySize() throws IOException {
        var folder = new DamagedFolder(damaged(), BUDGET);
        write(folder.place("a.damaged", 20_000), 20_000);
        assertThat(names()).containsExactly("a.damaged");

        write(folder.place("b.damaged", 20_000), 20_000);

        assertThat(names()).containsExactly("b.damaged");
    }

    /** The broker that wrote them can read them again. */
    @Test
    void shouldNotDeleteSegmentsOfALaterVersion() throws IOException {
        var lane = Files.createDirectories(temporary.resolve("0/plant/1"));
        for (int segment = 1; segment <= 5; segment++) {
            var bytes = new byte[5_000];
            var header = new SegmentHeader(SegmentHeader.VERSION + 1, 0, segment).bytes();
            System.arraycopy(header, 0, bytes, 0, SegmentHeader.BYTES);
            Files.write(Segment.file(lane, segment), bytes);
        }

        open();
        startAfterACrash(9_000);

        assertThat(names())
                .hasSize(6)
                .filteredOn(name -> name.endsWith(".format-5.damaged"))
                .hasSize(5);
    }

    @Test
    void shouldLeaveOtherFilesAlone() throws IOException {
        write("notes.txt", 50_000, 1);
        var folder = new DamagedFolder(damaged(), BUDGET);

        write(folder.place("a.damaged", 9_000), 9_000);
        write(folder.place("b.damaged", 9_000), 9_000);

        assertThat(names()).containsExactly("b.damaged", "notes.txt");
    }

    @Test
    void shouldBoundTheNumberOfFiles() throws IOException {
        var folder = new DamagedFolder(damaged(), BUDGET, 3);

        for (int i = 1; i <= 5; i++) {
            write(folder.place(i + ".damaged", 1), 1);
        }

        assertThat(names()).containsExactly("3.damaged", "4.damaged", "5.damaged");
    }

    @Test
    void shouldHoldNothingBeforeTheFirst() {
        assertThat(new DamagedFolder(damaged(), BUDGET).bytes()).isZero();
    }

    /** Adds bytes that are no whole message to the last segment of a lane. */
    private void startAfterACrash(int tornBytes) throws IOException {
        open();
        try (var files = Files.walk(temporary)) {
            var segment = files.filter(Segment::isSegment)
                    .filter(file -> !file.startsWith(damaged()))
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
            Files.write(segment, LogFiles.joined(Files.readAllBytes(segment), new byte[tornBytes]));
        }
        open();
    }

    private void open() throws IOException {
        try (var spool = Spool.open(temporary, "layout", new SpoolSettings(SPOOL_BYTES, 0, 8_192))) {
            var lane = spool.log("plant", 1);
            lane.forEachWaiting(message -> {});
            spool.reassign(message -> {});
            assertThat(lane.append(ROUTE, message(1)).number()).isPositive();
        }
    }

    private Path damaged() {
        return temporary.resolve("damaged");
    }

    private void write(String name, int bytes, long second) throws IOException {
        Files.createDirectories(damaged());
        write(damaged().resolve(name), bytes);
        Files.setLastModifiedTime(damaged().resolve(name), FileTime.fromMillis(second * 1_000));
    }

    private static void write(Path file, int bytes) throws IOException {
        Files.write(file, new byte[bytes]);
    }

    private List<String> names() throws IOException {
        try (var files = Files.list(damaged())) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private long bytes() throws IOException {
        long bytes = 0;
        for (var name : names()) {
            bytes += Files.size(damaged().resolve(name));
        }
        return bytes;
    }
}
