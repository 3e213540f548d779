// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.log;

import static io.github.hivemqtdengine.spool.Messages.ROUTE;
import static io.github.hivemqtdengine.spool.Messages.message;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.hivemqtdengine.pipeline.queue.MessageLog.Status;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileStoreAttributeView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LaneLogTest extends OpenLaneLogs {

    @Test
    void shouldReadWhatIsAppendedInItsOrder() throws Exception {
        var log = open(MUCH);
        append(log, 1, 500);

        assertThat(numbers(log)).isEqualTo(range(1, 500));
        append(log, 501, 700);
        assertThat(numbers(log)).isEqualTo(range(501, 700));
        assertThat(log.read()).isNull();
    }

    @Test
    void shouldReadFromWhereItWasTold() throws Exception {
        var log = open(MUCH);
        append(log, 1, 300);
        log.readFromHere();
        assertThat(log.read()).isNull();
        append(log, 301, 600);

        assertThat(numbers(log)).isEqualTo(range(301, 600));
        log.readFromHere();
        append(log, 601, 601);
        assertThat(numbers(log)).isEqualTo(range(601, 601));
    }

    @Test
    void shouldShowTheNextProcessWhatIsNotCommitted() throws Exception {
        var log = open(MUCH);
        append(log, 1, 500);
        log.commit(300, MARK);
        // not closed, as if killed

        var visited = new ArrayList<Long>();
        var next = reopen(visited);
        assertThat(visited).isEqualTo(range(301, 500));
        assertThat(numbers(next)).isEqualTo(range(301, 500));
        assertThat(next.mark()).isEqualTo(MARK);
        append(next, 501, 510);
        assertThat(numbers(next)).isEqualTo(range(501, 510));
        assertThat(lines.lines()).isEmpty();
    }

    @Test
    void shouldGoOnCountingWhereEverythingWasCommitted() throws Exception {
        var log = open(MUCH);
        append(log, 1, 100);
        log.commit(100, MARK);

        var next = reopen(new ArrayList<>());
        append(next, 101, 102);
        assertThat(numbers(next)).isEqualTo(range(101, 102));
    }

    @Test
    void shouldDeleteSegmentsThatAreCommitted() throws Exception {
        var log = open(MUCH);
        append(log, 1, 1_000);
        assertThat(segments()).hasSizeGreaterThan(10);

        log.commit(1_000, MARK);

        assertThat(segments()).hasSize(1);
    }

    @Test
    void shouldTakeNothingBeyondItsRoomUntilThereIsSomeAgain() throws Exception {
        var log = open(4 * SEGMENT);
        long last = 0;
        while (log.append(ROUTE, message(last + 1)).status() != Status.NO_ROOM) {
            last++;
        }
        assertThat(log.append(ROUTE, message(last + 1)).status()).isEqualTo(Status.NO_ROOM);
        assertThat(numbers(log)).isEqualTo(range(1, last));

        log.commit(last, MARK);

        assertThat(log.append(ROUTE, message(last + 1)).number()).isEqualTo(last + 1);
        assertThat(numbers(log)).isEqualTo(range(last + 1, last + 1));
    }

    /** Its segments are as large as half of its room. */
    @Test
    void shouldGoOnForEverInLittleRoomIfEverythingIsCommitted() throws Exception {
        var log = open(2 * SEGMENT);
        for (long number = 1; number <= 10_000; number++) {
            assertThat(log.append(ROUTE, message(number)).number()).isEqualTo(number);
            log.commit(number, MARK);
        }
        assertThat(segments().stream().mapToLong(file -> file.toFile().length()).sum())
                .isLessThan(SEGMENT);
    }

    /** Its part of a disk may be all the room that other logs need to continue. */
    @Test
    void shouldGiveItsRoomBackWhereTheDiskIsFull() throws Exception {
        var budget = new SpoolBudget(new SmallStore(3 << 20), new SpoolSettings(1L << 36, 1 << 20, 16 << 20));
        var log = LaneLog.open(folder, new DamagedBytes(new DamagedFolder(folder, 1L << 30), "lane"), budget);
        open.add(log);
        log.forEachWaiting(message -> {});
        long last = 0;
        while (log.append(ROUTE, message(last + 1, new byte[64 << 10])).status() != Status.DISK_SHORT) {
            last++;
        }
        assertThat(last).isPositive();

        log.commit(last, MARK);

        long next = last + 1;
        await().until(() -> log.append(ROUTE, message(next)).number() == next);
    }

    /** The process died when it had begun a segment, and the next one begins with the same number. */
    @Test
    void shouldKeepWhatComesAfterASegmentWithoutAMessage() throws Exception {
        var log = open(MUCH);
        append(log, 1, 5);
        log.close();
        var header = Arrays.copyOf(Files.readAllBytes(segments().get(0)), SegmentHeader.BYTES);
        Files.write(Segment.file(folder, 6), header);

        var next = reopen(new ArrayList<>());
        append(next, 6, 10);
        next.commit(5, MARK);
        next.commit(6, MARK);

        var visited = new ArrayList<Long>();
        reopen(visited);
        assertThat(visited).isEqualTo(range(7, 10));
    }

    /** Messages read from memory may be committed, and their segment deleted, before the first read from disk. */
    @Test
    void shouldReadOnWhereTheSegmentItWasToldIsCommitted() throws Exception {
        var log = open(MUCH);
        append(log, 1, 10);
        log.readFromHere();
        append(log, 11, 300);
        assertThat(segments()).hasSizeGreaterThan(3);

        log.commit(200, MARK);

        assertThat(numbers(log)).isEqualTo(range(201, 300));
    }

    /** The disk changes what was written, after the start. */
    @Test
    void shouldPassOverTheDamagedEndOfASegment() throws Exception {
        var log = open(MUCH);
        append(log, 1, 300);
        var first = segments().get(0);
        try (var file = new RandomAccessFile(first.toFile(), "rw")) {
            file.seek(file.length() - 1);
            file.write('?');
        }

        var numbers = numbers(log);

        assertThat(numbers).hasSize(299).doesNotHaveDuplicates().isSorted();
        assertThat(keptAside(folder)).hasSize(1);
        assertThat(lines.lines()).singleElement().asString().contains("are damaged; a copy is in");
    }

    @Test
    void shouldReadOnBehindASegmentThatIsNoneAnyMore() throws Exception {
        var log = open(MUCH);
        append(log, 1, 300);
        try (var file = new RandomAccessFile(segments().get(1).toFile(), "rw")) {
            file.write(new byte[SegmentHeader.BYTES]);
        }

        assertThat(numbers(log)).startsWith(1L).endsWith(300L).hasSizeBetween(200, 299);
        assertThat(keptAside(folder)).hasSize(1);
    }

    @Test
    void shouldReadAgainWhatCouldNotBeRead() throws Exception {
        var log = open(MUCH);
        append(log, 1, 300);
        var second = segments().get(1);
        var elsewhere = folder.resolve("elsewhere");
        Files.move(second, elsewhere);
        var numbers = new ArrayList<Long>();
        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> {
            for (var read = log.read(); read != null; read = log.read()) {
                numbers.add(read.number());
            }
        });

        Files.move(elsewhere, second);

        numbers.addAll(numbers(log));
        assertThat(numbers).isEqualTo(range(1, 300));
    }

    @Test
    void shouldTakeMessagesThatAreLargerThanASegment() throws Exception {
        var log = open(MUCH);
        append(log, 1, 1);
        var large = new byte[1 << 20];
        Arrays.fill(large, (byte) 'x');
        assertThat(log.append(ROUTE, message(2, large)).number()).isEqualTo(2);
        append(log, 3, 3);

        assertThat(log.read()).isNotNull();
        assertThat(Objects.requireNonNull(log.read()).message().payload()).isEqualTo(large);
        assertThat(numbers(log)).isEqualTo(range(3, 3));
    }

    /** Cuts the last record at every byte, as a dying process may. */
    @Test
    void shouldKeepAllWholeMessagesWhereverTheFileEnds() throws Exception {
        var log = open(MUCH);
        append(log, 1, 3);
        var segment = segments().get(0);
        long beforeLast = Files.size(segment);
        append(log, 4, 4);
        var bytes = Files.readAllBytes(segment);

        for (int end = (int) beforeLast; end < bytes.length; end++) {
            var other = Files.createTempDirectory(folder, "cut");
            Files.write(other.resolve(segment.getFileName()), Arrays.copyOf(bytes, end));
            var visited = new ArrayList<Long>();
            var next = open(other, MUCH);
            next.forEachWaiting(message -> visited.add(message.number()));
            assertThat(visited).isEqualTo(range(1, 3));
            append(next, 4, 5);
            assertThat(numbers(next)).isEqualTo(range(1, 5));
            next.close();
        }
    }

    /** One byte is another one: its message is missing, no other, and none is invented. */
    @Test
    void shouldPassOverADamagedMessageAndKeepItsBytes() throws Exception {
        var log = open(MUCH);
        append(log, 1, 5);
        log.close();
        var segment = segments().get(0);
        var bytes = Files.readAllBytes(segment);
        int record = (bytes.length - SegmentHeader.BYTES) / 5;

        for (int at = SegmentHeader.BYTES + 2 * record; at < SegmentHeader.BYTES + 3 * record; at++) {
            var damaged = bytes.clone();
            damaged[at] ^= 0x10;
            var other = Files.createTempDirectory(folder, "flip");
            Files.write(other.resolve(segment.getFileName()), damaged);
            var next = open(other, MUCH);
            var visited = new ArrayList<Long>();
            next.forEachWaiting(message -> visited.add(message.number()));
            assertThat(visited).containsExactly(1L, 2L, 4L, 5L);
            assertThat(numbers(next)).containsExactly(1L, 2L, 4L, 5L);
            next.close();
            assertThat(keptAside(other))
                    .singleElement()
                    .satisfies(aside -> assertThat(Files.readAllBytes(aside))
                            .isEqualTo(Arrays.copyOfRange(
                                    damaged, SegmentHeader.BYTES + 2 * record, SegmentHeader.BYTES + 3 * record)));
        }
        assertThat(lines.lines()).anyMatch(line -> line.startsWith("ERROR 1 messages in "));
    }

    /** A client that knows the format can't make a record out of a payload: it does not know the salt. */
    @Test
    void shouldNotTakeAPayloadForARecord() throws Exception {
        var log = open(MUCH);
        append(log, 1, 1);
        var recordOfOtherLog = new byte[200];
        try (var elsewhere = open(Files.createTempDirectory(folder, "other"), MUCH)) {
            elsewhere.forEachWaiting(message -> {});
            append(elsewhere, 1, 9);
        }
        var segment = segments().get(0);
        var bytes = Files.readAllBytes(segment);
        System.arraycopy(bytes, SegmentHeader.BYTES, recordOfOtherLog, 0, bytes.length - SegmentHeader.BYTES);
        assertThat(log.append(ROUTE, message(2, recordOfOtherLog)).number()).isEqualTo(2);
        append(log, 3, 3);
        log.close();
        try (var file = new RandomAccessFile(segment.toFile(), "rw")) {
            file.seek(bytes.length + 1); // the head of message 2
            file.write(0);
        }

        var visited = new ArrayList<Long>();
        reopen(visited);
        assertThat(visited).containsExactly(1L, 3L);
    }

    @Test
    void shouldFindItsWayWithoutAWatermark() throws Exception {
        var log = open(MUCH);
        append(log, 1, 1_000);
        log.commit(600, MARK);
        log.close();
        Files.delete(folder.resolve("watermark"));

        var visited = new ArrayList<Long>();
        reopen(visited);
        assertThat(visited).endsWith(1_000L).contains(601L).isEqualTo(range(visited.get(0), 1_000));
        assertThat(lines.lines()).isEmpty();
    }

    @Test
    void shouldUseTheOlderSlotWhereTheWatermarkIsDamaged() throws Exception {
        var log = open(MUCH);
        append(log, 1, 10);
        log.commit(4, MARK);
        log.commit(7, MARK);
        log.close();
        try (var file = new RandomAccessFile(folder.resolve("watermark").toFile(), "rw")) {
            file.seek(32);
            file.write(0xFF);
        }

        var visited = new ArrayList<Long>();
        reopen(visited);
        assertThat(visited).isEqualTo(range(5, 10));
    }

    @Test
    void shouldPutAFileAsideThatIsNoSegment() throws Exception {
        Files.write(Segment.file(folder, 1), new byte[100]);
        Files.write(Segment.file(folder, 2), new byte[5]);

        var log = open(MUCH);
        append(log, 1, 3);

        assertThat(numbers(log)).isEqualTo(range(1, 3));
        assertThat(keptAside(folder)).hasSize(1);
        assertThat(lines.lines()).singleElement().asString().contains("does not begin like a segment");
    }

    /** A disk of this size, of which the segments take a part. */
    private final class SmallStore extends FileStore {

        private final long bytes;

        SmallStore(long bytes) {
            this.bytes = bytes;
        }

        @Override
        public long getUsableSpace() throws IOException {
            return bytes
                    - segments().stream()
                            .mapToLong(file -> file.toFile().length())
                            .sum();
        }

        @Override
        public String name() {
            return "small";
        }

        @Override
        public String type() {
            return "test";
        }

        @Override
        public boolean isReadOnly() {
            return false;
        }

        @Override
        public long getTotalSpace() {
            return bytes;
        }

        @Override
        public long getUnallocatedSpace() throws IOException {
            return getUsableSpace();
        }

        @Override
        public boolean supportsFileAttributeView(Class<? extends FileAttributeView> type) {
            return false;
        }

        @Override
        public boolean supportsFileAttributeView(String name) {
            return false;
        }

        @Override
        @SuppressWarnings("TypeParameterUnusedInFormals") // as it is declared
        public <V extends FileStoreAttributeView> @Nullable V getFileStoreAttributeView(Class<V> type) {
            return null;
        }

        @Override
        public Object getAttribute(String attribute) {
            throw new UnsupportedOperationException(attribute);
        }
    }

    /** A failed sync may not have written what it covered. */
    @Test
    void shouldSyncAgainWhatAFailedSyncCovered() throws Exception {
        var log = open(MUCH);
        append(log, 1, 3);
        var segment = segments().get(0);
        var away = folder.resolve("away");
        Files.move(segment, away);
        Files.createDirectory(segment); // a folder cannot be synced as a file
        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(log::sync);

        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(log::sync);

        Files.delete(segment);
        Files.move(away, segment);
        log.sync();
    }
}
