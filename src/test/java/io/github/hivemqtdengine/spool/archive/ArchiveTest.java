// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.archive;

import static io.github.hivemqtdengine.spool.Messages.ROUTE;
import static io.github.hivemqtdengine.spool.Messages.message;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.pipeline.queue.HighWaterMark;
import io.github.hivemqtdengine.pipeline.queue.MessageLog;
import io.github.hivemqtdengine.spool.Spool;
import io.github.hivemqtdengine.spool.archive.ArchivedMessages.Archived;
import io.github.hivemqtdengine.spool.log.SpoolSettings;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.testkit.FileRights;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class ArchiveTest {

    private static final SpoolSettings SPOOL = new SpoolSettings(1L << 20, 0, 4_096);
    private static final ArchiveSettings LARGE = new ArchiveSettings(1L << 30, Duration.ofDays(30));

    /** About 25 messages fill a segment. */
    private static final byte[] PAYLOAD = new byte[60];

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    @TempDir
    Path data;

    @Test
    void shouldHaveEveryMessageInTheOrderOfItsLane() throws Exception {
        try (var spool = open(LARGE)) {
            commit(lane(spool, 1), 1, 300);
            commit(lane(spool, 2), 301, 400);

            assertThat(archived()).hasSizeGreaterThan(10);
            assertThat(messages()).containsExactlyElementsOf(numbers(1, 400));
        }
        assertThat(messages()).containsExactlyElementsOf(numbers(1, 400));
        assertThat(data.resolve("spool/1/plant/1")).isDirectoryNotContaining("glob:**.segment");
    }

    @Test
    void shouldGoOnAfterARestartAndAnotherLayout() throws Exception {
        try (var spool = open(LARGE)) {
            commit(lane(spool, 1), 1, 100);
            append(lane(spool, 2), 101, 180);
        }
        try (var spool = open(LARGE, "other")) {
            var waiting = new ArrayList<Long>();
            var lane = spool.log("plant", 1);
            lane.forEachWaiting(message -> {});
            spool.reassign(logged -> {
                waiting.add(logged.message().arrivalMicros());
                lane.append(ROUTE, logged.message());
            });
            assertThat(waiting).isEqualTo(numbers(101, 180));
            commit(lane, 181, 200);
        }
        assertThat(messages()).isEqualTo(numbers(1, 200));
    }

    /** A start is killed while it reassigns what waits to the lanes of another layout. */
    @Test
    void shouldNotHaveWhatAnUnfinishedReassignmentHasCopied() throws Exception {
        try (var spool = open(LARGE)) {
            append(lane(spool, 1), 1, 100);
        }
        try (var spool = open(LARGE, "other")) {
            var lane = spool.log("plant", 1);
            lane.forEachWaiting(message -> {});
            append(lane, 1, 80);
        }
        try (var spool = open(LARGE, "other")) {
            var lane = spool.log("plant", 1);
            lane.forEachWaiting(message -> {});
            spool.reassign(logged -> lane.append(ROUTE, logged.message()));
            commit(lane, 101, 120);
        }
        assertThat(messages()).isEqualTo(numbers(1, 120));
    }

    /** As docs/dead-letters.md says, the spool is moved to the replay folder, and numbers begin again. */
    @Test
    void shouldReadSegmentsThatHaveTheNameOfArchivedOnes() throws Exception {
        try (var spool = open(LARGE)) {
            commit(lane(spool, 1), 1, 100);
        }
        Files.move(data.resolve("spool"), data.resolve("moved"));
        try (var spool = open(LARGE)) {
            append(lane(spool, 1), 101, 115);
        }
        try (var reader = new ArchivedMessages(data, Long.MIN_VALUE, Long.MAX_VALUE)) {
            assertThat(arrivals(all(reader))).isEqualTo(numbers(1, 115));
            assertThat(reader.missing()).isZero();
        }
    }

    @Test
    void shouldKeepOnlyTheNumbersOfReplayedMessages() throws Exception {
        try (var spool = open(LARGE)) {
            var lane = lane(spool, 1);
            commit(lane, 1, 100);
            var files = archived();
            for (long number : numbers(101, 300)) {
                lane.append(ROUTE, message(number, PAYLOAD).asReplayed());
            }
            commit(lane, 301, 340);
            for (var replayed : archived().subList(files.size() + 1, archived().size() - 2)) {
                assertThat(replayed).hasSize(32); // the number of its first message
            }
        }
        try (var reader = new ArchivedMessages(data, Long.MIN_VALUE, Long.MAX_VALUE)) {
            assertThat(arrivals(all(reader))).isEqualTo(concat(numbers(1, 100), numbers(301, 340)));
            assertThat(reader.missing()).isZero();
        }
    }

    @Test
    void shouldKeepCommittedSegmentsThatAKillHasLeft() throws Exception {
        try (var spool = open(LARGE)) {
            append(lane(spool, 1), 1, 100);
        }
        var left = data.resolve("left");
        Files.createDirectories(left);
        for (var file : segments(data.resolve("spool/1/plant/1"))) {
            Files.copy(file, left.resolve(file.getFileName()));
        }
        try (var spool = open(LARGE)) {
            lane(spool, 1).commit(100, HighWaterMark.NONE);
        }
        for (var file : segments(data.resolve(Archive.NAME))) {
            Files.delete(file);
        }
        for (var file : segments(left)) { // as before the move
            Files.copy(file, data.resolve("spool/1/plant/1").resolve(file.getFileName()));
        }

        try (var spool = open(LARGE)) {
            lane(spool, 1);
        }

        assertThat(messages()).isEqualTo(numbers(1, 100));
    }

    @Test
    void shouldDeleteTheOldestBeyondItsSize() throws Exception {
        var archive = archive(new ArchiveSettings(20_000, Duration.ofDays(30)));
        try (var spool = open(archive)) {
            commit(lane(spool, 1), 1, 1_000);
            archive.deleteOld();

            assertThat(archive.bytes()).isBetween(15_000L, 20_000L);
            assertThat(archived().stream()
                            .mapToLong(file -> file.toFile().length())
                            .sum())
                    .isEqualTo(archive.bytes());
            assertThat(messages()).hasSizeLessThan(200).endsWith(999L, 1_000L);
        }
        assertThat(archive(LARGE).bytes()).isEqualTo(archive.bytes());
    }

    @Test
    void shouldDeleteWhatIsTooOld() throws Exception {
        var archive = archive(LARGE);
        try (var spool = open(archive)) {
            commit(lane(spool, 1), 1, 200);
        }
        var files = archived();
        var now = Instant.now();
        Files.setLastModifiedTime(files.get(0), FileTime.from(now.plus(Duration.ofDays(9))));
        Files.setLastModifiedTime(files.get(1), FileTime.from(now.minus(Duration.ofDays(31))));
        Files.setLastModifiedTime(files.get(2), FileTime.from(now.minus(Duration.ofDays(29))));

        archive(LARGE).deleteOld();

        assertThat(archived()).doesNotContain(files.get(1)).hasSize(files.size() - 1);
    }

    @Test
    void shouldGiveUpTheOldestForTheRoomOfTheSpool() throws Exception {
        var archive = archive(LARGE);
        try (var spool = open(archive)) {
            commit(lane(spool, 1), 1, 500);
        }
        var files = archived();

        assertThat(archive.giveUp(5_000)).isTrue();
        assertThat(archived()).isEqualTo(files.subList(2, files.size()));
        assertThat(archive.giveUp(1L << 30)).isTrue();
        assertThat(archived()).isEqualTo(files.subList(6, files.size())); // an append does not wait for more
        while (archive.giveUp(1L << 30)) {
            assertThat(archived()).hasSizeLessThan(files.size());
        }
        assertThat(archived()).isEmpty();
        assertThat(archive.bytes()).isZero();
    }

    @Test
    void shouldLetTheSpoolGoOnWhereItCannotBeWritten() throws Exception {
        var archive = archive(LARGE);
        try (var spool = open(archive)) {
            var lane = lane(spool, 1);
            commit(lane, 1, 100);
            var before = archived();
            Files.move(data.resolve(Archive.NAME), data.resolve("away"));
            Files.createFile(data.resolve(Archive.NAME));

            commit(lane, 101, 300);

            assertThat(archive.notKept()).isPositive();
            assertThat(log.lines())
                    .filteredOn(line -> line.contains("Stored messages cannot be kept in the archive"))
                    .hasSize(1);
            assertThat(segments(data.resolve("spool/1/plant/1"))).hasSizeLessThan(2);
            assertThat(segments(data.resolve("away"))).hasSameSizeAs(before);
        }
    }

    @Test
    void shouldBeReadableByTheBrokersUserOnly() throws Exception {
        try (var spool = open(LARGE)) {
            commit(lane(spool, 1), 1, 100);
        }
        FileRights.assertTreePrivate(data.resolve(Archive.NAME));
    }

    @Test
    void shouldHaveOnlyWhatClientsHavePublished() throws Exception {
        try (var spool = open(LARGE)) {
            var lane = lane(spool, 1);
            append(lane, 1, 10);
            for (long number : numbers(11, 20)) {
                lane.append(ROUTE, message(number, PAYLOAD).asReplayed());
            }
            append(lane, 21, 30);
        }
        var all = read(Long.MIN_VALUE, Long.MAX_VALUE);

        assertThat(arrivals(all)).isEqualTo(concat(numbers(1, 10), numbers(21, 30)));
    }

    @Test
    void shouldPassOverWhatIsMissing() throws Exception {
        try (var spool = open(LARGE)) {
            commit(lane(spool, 1), 1, 200);
        }
        var files = archived();
        Files.delete(files.get(2));
        try (var file = new RandomAccessFile(files.get(4).toFile(), "rw")) {
            file.seek(file.length() / 2);
            file.writeLong(-1);
        }

        var reader = new ArchivedMessages(data, 10, 190);
        var all = all(reader);

        assertThat(arrivals(all)).startsWith(10L).endsWith(189L).isSorted();
        assertThat(reader.missing()).isEqualTo(2);
        assertThat(reader.damaged()).isEqualTo(1);
    }

    @Test
    void shouldCountWhatIsDeletedOrDamagedMeanwhile() throws Exception {
        try (var spool = open(LARGE)) {
            commit(lane(spool, 1), 1, 300);
        }
        var files = archived();
        try (var reader = new ArchivedMessages(data, Long.MIN_VALUE, Long.MAX_VALUE)) {
            Files.delete(files.get(1));
            try (var file = new RandomAccessFile(files.get(3).toFile(), "rw")) {
                file.seek(file.length() / 2);
                file.write(new byte[(int) file.length() / 2]);
            }
            try (var file = new RandomAccessFile(files.get(5).toFile(), "rw")) {
                file.setLength(40);
            }

            assertThat(all(reader)).hasSizeBetween(200, 290);

            assertThat(reader.missing()).isEqualTo(4); // one file is gone, and three are followed by a gap
            assertThat(reader.damaged()).isEqualTo(2);
        }
    }

    /** The first file of the spool moves to the archive after the reader has listed it. */
    @Test
    void shouldReadWhatTheBrokerMovesMeanwhile() throws Exception {
        try (var spool = open(LARGE)) {
            var lane = lane(spool, 1);
            append(lane, 1, 100);
            try (var reader = new ArchivedMessages(data, Long.MIN_VALUE, Long.MAX_VALUE)) {
                lane.commit(100, HighWaterMark.NONE);
                assertThat(archived()).isNotEmpty();

                assertThat(arrivals(all(reader))).isEqualTo(numbers(1, 100));
            }
        }
    }

    /** Seven messages fill a segment. */
    @Test
    void shouldNotKnowTheNamesOfANodeWhoseBirthMayBeMissing() throws Exception {
        try (var spool = open(LARGE)) {
            var lane = lane(spool, 1);
            append(lane, "NBIRTH", 0, 1);
            for (int seq = 1; seq < 30; seq++) {
                append(lane, "NDATA", seq, 1 + seq);
            }
            append(lane, "NBIRTH", 0, 40);
            append(lane, "DDATA/press", 1, 41);
            append(lane, "NDATA", 1, 42); // stored by another route, too
            append(lane, "NDATA", 3, 43);
            append(lane, "NDATA", 4, 44);
            append(lane, "NBIRTH", 0, 50);
            append(lane, "NDEATH", -1, 51);
            append(lane, "NDATA", 1, 52);
            append(lane, "NBIRTH", -1, 60);
            append(lane, "NDATA", -1, 61); // compressed: messages before it may be missing
            lane.commit(lane.lastNumber(), HighWaterMark.NONE);
        }
        Files.delete(archived().get(1));

        var all = read(Long.MIN_VALUE, Long.MAX_VALUE);

        assertThat(arrivals(all)).hasSizeBetween(20, 38).startsWith(1L, 2L).endsWith(44L, 50L, 51L, 52L, 60L, 61L);
        assertThat(arrivals(all.stream().filter(Archived::areNamesKnown).toList()))
                .startsWith(1L, 2L)
                .endsWith(40L, 41L, 42L, 50L, 51L, 60L);
        assertThat(arrivals(all.stream().filter(one -> !one.areNamesKnown()).toList()))
                .contains(20L, 30L)
                .endsWith(43L, 44L, 52L, 61L);
        assertThat(read(2, Long.MAX_VALUE).get(0).areNamesKnown()).isFalse();
    }

    private static void append(MessageLog lane, String type, int seq, long arrival) {
        var level = type.split("/", 2);
        var topic = "spBv1.0/plant/" + level[0] + "/node" + (level.length > 1 ? "/" + level[1] : "");
        byte[] payload = new byte[500];
        payload[0] = 0x52; // a field that is passed over
        payload[1] = (byte) 0xF0;
        payload[2] = 3;
        payload[499] = 0;
        if (seq >= 0) {
            payload = ByteBuffer.allocate(501)
                    .put(payload, 0, 499)
                    .put((byte) 0x18)
                    .put((byte) seq)
                    .array();
        }
        lane.append(
                ROUTE,
                new InboundMessage(topic, payload, "node", null, 0, false, false, Mqtt5Properties.NONE, arrival));
    }

    private Spool open(ArchiveSettings settings) throws IOException {
        return open(settings, "layout");
    }

    private Spool open(ArchiveSettings settings, String layout) throws IOException {
        return Spool.open(data.resolve("spool"), layout, SPOOL, archive(settings));
    }

    private Spool open(Archive archive) throws IOException {
        return Spool.open(data.resolve("spool"), "layout", SPOOL, archive);
    }

    private Archive archive(ArchiveSettings settings) {
        return new Archive(data.resolve(Archive.NAME), settings, 0, Clock.systemUTC());
    }

    private static MessageLog lane(Spool spool, int number) {
        var lane = spool.log("plant", number);
        lane.forEachWaiting(message -> {});
        spool.reassign(message -> {});
        return lane;
    }

    private static void append(MessageLog lane, long first, long last) {
        for (long number : numbers(first, last)) {
            assertThat(lane.append(ROUTE, message(number, PAYLOAD)).number()).isPositive();
        }
    }

    private static void commit(MessageLog lane, long first, long last) {
        append(lane, first, last);
        lane.commit(lane.lastNumber(), HighWaterMark.NONE);
    }

    private List<Path> archived() throws IOException {
        return segments(data.resolve(Archive.NAME));
    }

    private static List<Path> segments(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".segment"))
                    .sorted()
                    .collect(toList());
        }
    }

    private List<Long> messages() throws IOException {
        return arrivals(read(Long.MIN_VALUE, Long.MAX_VALUE));
    }

    private List<Archived> read(long from, long to) throws IOException {
        try (var reader = new ArchivedMessages(data, from, to)) {
            return all(reader);
        }
    }

    private static List<Archived> all(ArchivedMessages reader) throws IOException {
        var all = new ArrayList<Archived>();
        for (var next = reader.next(); next != null; next = reader.next()) {
            all.add(next);
        }
        return all;
    }

    private static List<Long> arrivals(List<Archived> all) {
        return all.stream()
                .map(one -> one.message())
                .map(InboundMessage::arrivalMicros)
                .toList();
    }

    private static List<Long> numbers(long first, long last) {
        return LongStream.rangeClosed(first, last).boxed().toList();
    }

    private static List<Long> concat(List<Long> first, List<Long> second) {
        var both = new ArrayList<>(first);
        both.addAll(second);
        return both;
    }
}
