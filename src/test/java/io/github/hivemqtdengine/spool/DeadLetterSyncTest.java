// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool;

import static io.github.hivemqtdengine.spool.Messages.ROUTE;
import static io.github.hivemqtdengine.spool.Messages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.pipeline.account.DeadLetter;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterFolder;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterSettings;
import io.github.hivemqtdengine.spool.disk.Durable;
import io.github.hivemqtdengine.testkit.CapturedLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Dead letters on a disk that reports a failed write once, as Linux does, and has lost what it was. */
class DeadLetterSyncTest {

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    @TempDir
    Path folder;

    private final AtomicLong nanos = new AtomicLong();
    private final ForgetfulDisk disk = new ForgetfulDisk();
    private DeadLetterFolder letters;

    @BeforeEach
    void open() {
        open(1_000_000);
    }

    private void open(long fileBytes) {
        var settings = new DeadLetterSettings(fileBytes, 1_000_000);
        letters = new DeadLetterFolder(folder, settings, true, InstantSource.fixed(Instant.EPOCH), disk, nanos::get);
    }

    @AfterEach
    void close() {
        letters.close();
    }

    @Test
    void shouldNotSayThatLettersAreOnADiskThatHasLostThem() throws IOException {
        keep(1, 3);
        assertThat(letters.sync()).isTrue();
        keep(4, 6);
        disk.failures = 1;
        assertThat(letters.sync()).isFalse();
        keep(7, 8);
        rest();

        assertThat(letters.sync()).isTrue();

        assertThat(disk.numbers()).isEqualTo(Set.of(1, 2, 3, 4, 5, 6, 7, 8));
        assertThat(numbers(current())).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
        assertThat(disk.namesForced).as("since the file is another one").isEqualTo(4);
        assertThat(folder).isDirectoryContaining(current()::equals);
        keep(9, 9);
        assertThat(letters.sync()).isTrue();
        assertThat(numbers(current())).hasSize(9);
        assertThat(disk.numbers()).hasSize(9);
    }

    @Test
    void shouldTryAgainAsLongAsTheOtherFileFails() throws IOException {
        keep(1, 3);
        disk.failures = 3;
        for (int i = 0; i < 3; i++) {
            assertThat(letters.sync()).isFalse();
            rest();
        }

        assertThat(letters.sync()).isTrue();

        assertThat(disk.numbers()).isEqualTo(Set.of(1, 2, 3));
        assertThat(numbers(current())).containsExactly(1, 2, 3);
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(current());
        }
    }

    /** The system may have dropped the page that it could not write. */
    @Test
    void shouldNotBelieveWhatItReadsBack() throws IOException {
        keep(1, 3);
        disk.failures = 1;
        assertThat(letters.sync()).isFalse();
        var bytes = Files.readAllBytes(current());
        Files.write(current(), new byte[bytes.length]);
        rest();
        assertThat(letters.sync()).isFalse();
        rest();
        assertThat(letters.sync()).isFalse();
        assertThat(current()).hasSize(bytes.length);

        Files.write(current(), bytes);
        rest();

        assertThat(letters.sync()).isTrue();
        assertThat(disk.numbers()).isEqualTo(Set.of(1, 2, 3));
        assertThat(log.lines()).hasSize(3).element(1).asString().contains("has lost some of them; repair the disk");
    }

    @Test
    void shouldRewriteWhatAnOperatorHasMovedAwayMeanwhile() throws IOException {
        keep(1, 2);
        assertThat(letters.sync()).isTrue();
        keep(3, 4);
        disk.failures = 1;
        assertThat(letters.sync()).isFalse();
        Files.move(current(), folder.resolve("moved.jsonl"));
        rest();

        assertThat(letters.sync()).isTrue();

        assertThat(disk.numbers()).isEqualTo(Set.of(1, 2, 3, 4));
        assertThat(numbers(current())).containsExactly(3, 4);
    }

    /** Checks that no letter is dropped, since the folder has room. */
    @Test
    void shouldKeepLettersThoughTheFileIsAwayAndTheDiskFails() throws IOException {
        keep(1, 2);
        disk.failures = 4;
        assertThat(letters.sync()).isFalse();
        Files.move(current(), folder.resolve("moved.jsonl"));
        for (int number = 3; number < 6; number++) {
            keep(number, number);
            rest();
            assertThat(letters.sync()).isFalse();
        }
        rest();

        assertThat(letters.sync()).isTrue();

        assertThat(disk.numbers()).isEqualTo(Set.of(1, 2, 3, 4, 5));
        assertThat(numbers(current())).containsExactly(1, 2, 3, 4, 5);
    }

    @Test
    void shouldKeepLettersThoughADiskFailsThatHasToTakeTheFileThatIsAway() throws IOException {
        keep(1, 2);
        Files.move(current(), folder.resolve("moved.jsonl"));
        disk.failures = 2;
        keep(3, 3);
        assertThat(letters.sync()).isFalse();
        rest();

        assertThat(letters.sync()).isTrue();

        assertThat(disk.numbers()).isEqualTo(Set.of(1, 2, 3));
        assertThat(numbers(current())).containsExactly(1, 2, 3);
    }

    /** A copy of much is made while other lanes wait. */
    @Test
    void shouldRestLongerWhereATryTookLong() throws IOException {
        keep(1, 1);
        disk.failures = 2;
        disk.onForce = () -> nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(letters.sync()).isFalse();
        nanos.addAndGet(Duration.ofSeconds(9).toNanos());
        assertThat(letters.sync()).isFalse();
        assertThat(disk.failures).isEqualTo(1);

        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(letters.sync()).isFalse();
        assertThat(disk.failures).isZero();
    }

    @Test
    void shouldPutNoFileAsideThatIsNotOnTheDisk() throws IOException {
        letters.close();
        open(1);
        keep(1, 1);
        disk.failures = 1;
        assertThat(letters.sync()).isFalse();
        keep(2, 2);
        assertThat(numbers(current())).containsExactly(1, 2);
        rest();

        keep(3, 3);

        assertThat(letters.sync()).isTrue();
        assertThat(disk.numbers()).isEqualTo(Set.of(1, 2, 3));
        assertThat(numbers(current())).containsExactly(3);
    }

    /** Every lane asks after each batch. */
    @Test
    void shouldLeaveTheDiskAloneForAMoment() throws IOException {
        keep(1, 1);
        disk.failures = 2;
        assertThat(letters.sync()).isFalse();
        for (int i = 0; i < 10; i++) {
            assertThat(letters.sync()).isFalse();
        }
        assertThat(disk.failures).isEqualTo(1);

        rest();
        assertThat(letters.sync()).isFalse();
        assertThat(disk.failures).isZero();
        rest();
        assertThat(letters.sync()).isTrue();
    }

    @Test
    void shouldSayOncePerFailingPeriodThatLettersAreNotOnTheDisk() throws IOException {
        for (int period = 0; period < 2; period++) {
            keep(period, period);
            disk.failures = 5;
            while (!letters.sync()) {
                rest();
            }
        }

        assertThat(log.lines()).hasSize(4);
        for (int period = 0; period < 2; period++) {
            assertThat(log.lines().get(2 * period))
                    .isEqualTo("ERROR Dead letters in \"" + folder
                            + "\" cannot be synced to the disk: java.io.IOException: the disk is broken");
            assertThat(log.lines().get(2 * period + 1))
                    .isEqualTo("INFO Dead letters in \"" + folder + "\" are synced to the disk again");
        }
    }

    private void rest() {
        nanos.addAndGet(Duration.ofMillis(100).toNanos());
    }

    private void keep(int first, int last) throws IOException {
        for (int number = first; number <= last; number++) {
            assertThat(letters.keep(letter(number))).isTrue();
        }
    }

    private static DeadLetter letter(int number) {
        return new DeadLetter(ROUTE, message(number), DeadLetterReason.DECODE, "number=" + number + ".");
    }

    private Path current() {
        return folder.resolve("dead-letters.jsonl");
    }

    private static List<Integer> numbers(Path file) throws IOException {
        return numbers(Files.readString(file));
    }

    private static List<Integer> numbers(String lines) {
        var numbers = new ArrayList<Integer>();
        lines.lines().forEach(line -> numbers.add(Integer.valueOf(line.replaceAll(".*number=(\\d+)\\..*", "$1"))));
        return numbers;
    }

    /** Never stores what a failed sync covered, even if the next sync succeeds. */
    private static final class ForgetfulDisk implements Durable.Disk {

        int failures;
        int namesForced;
        Runnable onForce = () -> {};
        private final Set<Integer> kept = new TreeSet<>();
        private final IdentityHashMap<FileChannel, Set<Integer>> lost = new IdentityHashMap<>();

        /** The letters that are on the disk. */
        Set<Integer> numbers() {
            return kept;
        }

        @Override
        public void force(FileChannel file) throws IOException {
            onForce.run();
            var written = DeadLetterSyncTest.numbers(content(file));
            var lostHere = lost.computeIfAbsent(file, any -> new TreeSet<>());
            if (failures > 0) {
                failures--;
                written.stream().filter(number -> !kept.contains(number)).forEach(lostHere::add);
                throw new IOException("the disk is broken");
            }
            written.stream().filter(number -> !lostHere.contains(number)).forEach(kept::add);
        }

        private static String content(FileChannel file) throws IOException {
            var bytes = ByteBuffer.allocate((int) file.size());
            file.read(bytes, 0);
            return new String(bytes.array(), StandardCharsets.UTF_8);
        }

        @Override
        public void forceNames(Path names) {
            namesForced++;
        }
    }
}
