// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.log;

import static io.github.hivemqtdengine.spool.Messages.ROUTE;
import static io.github.hivemqtdengine.spool.Messages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Lost;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.pipeline.queue.MessageLog;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.DroppedMessages;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.Status;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Logs whose oldest messages make room for newer ones. */
class OldestSegmentsTest extends OpenLaneLogs {

    private static final int ROOM = 8 * SEGMENT;

    /** The numbers of what was appended and not dropped. */
    private final TreeSet<Long> waiting = new TreeSet<>();

    private final LostMessages lost = new LostMessages();

    /** Receiver that collects BIRTHs. */
    private static final class LostMessages implements Consumer<Lost> {

        final List<Long> numbers = new ArrayList<>();
        final List<Long> until = new ArrayList<>();
        final List<Long> copiesUntil = new ArrayList<>();

        @Override
        public void accept(Lost lost) {
            var message = lost.message();
            if (message == null) {
                (lost.areCopied() ? copiesUntil : until).add(lost.untilMicros());
                return;
            }
            assertThat(message.topic()).startsWith("spBv1.0/G/NBIRTH/");
            assertThat(message.clientId()).isEqualTo("node");
            assertThat(lost.routeId()).isEqualTo(ROUTE);
            numbers.add(message.arrivalMicros());
        }
    }

    @Test
    void shouldGiveUpTheOldestBehindTheSegmentThatIsRead() throws Exception {
        var log = open(ROOM);
        long last = fill(log);
        assertThat(Objects.requireNonNull(log.read()).number()).isEqualTo(1);
        long second = firstNumber(segments().get(1));
        long third = firstNumber(segments().get(2));

        var dropped = log.makeRoom(ROUTE, message(last + 1), lost);

        assertThat(dropped)
                .containsExactly(new DroppedMessages(second, third - 1, Map.of(ROUTE, (int) (third - second))));
        append(log, last + 1, last + 1);
        assertThat(numbers(log)).isEqualTo(concat(range(2, second - 1), range(third, last + 1)));
    }

    @Test
    void shouldMakeRoomForEver() throws Exception {
        var log = open(ROOM);

        appendAnyway(log, 1, 10_000);

        assertThat(waiting).hasSizeBetween(300, 450).contains(1L, 9_999L, 10_000L);
        assertThat(segments()).hasSizeBetween(7, 10);
        assertThat(segments().stream().mapToLong(file -> file.toFile().length()).sum())
                .isLessThan(ROOM + 10 * SegmentHeader.BYTES);
        assertThat(numbers(log)).isEqualTo(List.copyOf(waiting));
        log.commit(10_000, MARK);
        log.close();
        assertThat(segments()).isEmpty();
    }

    /** The lane continues to read, so the dropped messages are in several places. */
    @Test
    void shouldMissNothingElseHoweverFarItIsRead() throws Exception {
        var log = open(ROOM);
        var read = new ArrayList<Long>();
        appendAnyway(log, 1, 500);
        for (long number = 501; number <= 10_000; number++) {
            appendAnyway(log, number, number);
            if (number % 3 == 0) {
                read.add(Objects.requireNonNull(log.read()).number());
            }
            if (number % 300 == 0) {
                log.commit(read.get(read.size() - 1), MARK);
            }
        }
        read.addAll(numbers(log));

        assertThat(read).isEqualTo(List.copyOf(waiting)).hasSizeGreaterThan(3_000);
        log.commit(10_000, MARK);
        log.close();
        assertThat(segments()).isEmpty();
    }

    /** A copy of the files is the state after a kill; taken after each step, and again after a restart. */
    @Test
    void shouldFindTheRestWheneverTheProcessDies() throws Exception {
        var log = open(ROOM);
        long last = fill(log);
        for (long number = last + 1; number <= last + 300; number++) {
            if (!give(log, number).isEmpty()) {
                assertRestIsFound(copy());
            }
            appendAnyway(log, number, number);
            if (number % 100 == 0) {
                assertRestIsFound(copy());
                var read = Objects.requireNonNull(log.read()).number();
                log.commit(read, MARK);
                waiting.headSet(read, true).clear();
                assertRestIsFound(copy());
            }
        }
        assertThat(lines.lines()).isEmpty();
    }

    @Test
    void shouldGoOnAfterARestart() throws Exception {
        var log = open(ROOM);
        appendAnyway(log, 1, 1_000);
        log.close();

        var visited = new ArrayList<Long>();
        var next = reopen(folder, ROOM, visited);
        assertThat(visited).isEqualTo(List.copyOf(waiting));
        appendAnyway(next, 1_001, 2_000);
        next.close();

        visited.clear();
        var third = reopen(folder, ROOM, visited);
        assertThat(visited).isEqualTo(List.copyOf(waiting)).contains(2_000L);
        assertThat(numbers(third)).isEqualTo(visited);
        assertThat(lines.lines()).isEmpty();
    }

    @Test
    void shouldStillSayWhatIsDamagedBesideWhatWasDropped() throws Exception {
        var log = open(ROOM);
        appendAnyway(log, 1, 1_000);
        log.close();
        assertThat(Files.size(segments().get(1))).isEqualTo(SegmentHeader.BYTES);
        damage(segments().get(0), Files.size(segments().get(0)) - 1);
        damage(segments().get(2), SegmentHeader.BYTES + 1);

        var visited = new ArrayList<Long>();
        reopen(visited);

        assertThat(visited).hasSize(waiting.size() - 2);
        assertThat(lines.lines()).anyMatch(line -> line.startsWith("ERROR 2 messages in "));
    }

    /** A power cut may take the newest segments and leave one that was dropped: its numbers are given again then. */
    @Test
    void shouldBeginAnewWhereADroppedSegmentIsTheNewest() throws Exception {
        var log = open(ROOM);
        appendAnyway(log, 1, 1_000);
        log.close();
        var files = segments();
        for (var file : files.subList(2, files.size())) {
            Files.delete(file);
        }
        long last = firstNumber(files.get(1)) - 1;

        var next = reopen(new ArrayList<>());
        append(next, last + 1, last + 200);
        next.commit(last + 1, MARK);

        var visited = new ArrayList<Long>();
        reopen(visited);
        assertThat(visited).isEqualTo(range(last + 2, last + 200));
        assertThat(lines.lines()).isEmpty();
    }

    @Test
    void shouldGiveUpNothingForWhatWouldNotFitEvenThen() throws Exception {
        var log = open(ROOM);
        long last = fill(log);
        var large = message(last + 1, new byte[ROOM - SEGMENT]);

        assertThat(log.append(ROUTE, large).status()).isEqualTo(Status.NO_ROOM);
        assertThat(log.makeRoom(ROUTE, large, lost)).isEmpty();
        assertThat(log.append(ROUTE, message(last + 1, new byte[ROOM])).status())
                .isEqualTo(Status.TOO_LARGE);
        assertThat(numbers(log)).isEqualTo(range(1, last));
    }

    @Test
    void shouldGiveUpSeveralSegmentsForALargeMessage() throws Exception {
        var log = open(ROOM);
        long last = fill(log);
        var large = message(last + 1, new byte[3 * SEGMENT]);

        var dropped = log.makeRoom(ROUTE, large, lost);

        assertThat(dropped).hasSize(4);
        assertThat(log.append(ROUTE, large).number()).isEqualTo(last + 1);
        assertThat(numbers(log))
                .isEqualTo(concat(
                        range(1, dropped.get(0).first() - 1),
                        range(dropped.get(3).last() + 1, last + 1)));
    }

    @Test
    void shouldGiveUpNeitherWhatIsReadNorWhatIsWritten() throws Exception {
        var log = open(ROOM);
        long last = fill(log);
        var files = segments();
        log.commit(firstNumber(files.get(files.size() - 2)) - 1, MARK);
        assertThat(segments()).hasSize(2);

        assertThat(log.makeRoom(ROUTE, message(last + 1), lost)).isEmpty();
        assertThat(numbers(log)).endsWith(last);
        assertThat(log.makeRoom(ROUTE, message(last + 1), lost)).isEmpty();
    }

    /** With a lowered limit, or a disk filled by others, the log keeps its size. */
    @Test
    void shouldGiveUpNoMoreThanItTakesInThoughItIsBeyondItsLimit() throws Exception {
        var log = open(MUCH);
        append(log, 1, 2_000);
        waiting.addAll(range(1, 2_000));
        log.close();

        var next = reopen(folder, ROOM, new ArrayList<>());
        appendAnyway(next, 2_001, 3_000);

        assertThat(waiting).hasSizeBetween(1_900, 2_000).contains(1L, 3_000L);
    }

    @Test
    void shouldKnowTheRoutesOfWhatIsDropped() throws Exception {
        var log = open(MUCH);
        for (long number = 1; number <= 300; number++) {
            log.append(number % 3 == 0 ? "a" : "b", message(number));
        }
        log.close();

        var next = reopen(folder, SEGMENT, new ArrayList<>());
        var dropped = next.makeRoom("a", message(301), lost).get(0);

        int a = (int) range(dropped.first(), dropped.last()).stream()
                .filter(number -> number % 3 == 0)
                .count();
        int all = (int) (dropped.last() - dropped.first() + 1);
        assertThat(dropped.countByRoute()).isEqualTo(Map.of("a", a, "b", all - a));
    }

    @Test
    void shouldGiveUpNothingOnceItIsClosed() throws Exception {
        var log = open(ROOM);
        long last = fill(log);
        log.close();

        assertThat(log.append(ROUTE, message(last + 1)).status()).isEqualTo(Status.FAILED);
        assertThat(log.makeRoom(ROUTE, message(last + 1), lost)).isEmpty();
    }

    /** Appending threads wait for it, under a lock. */
    @Test
    void shouldLeaveADiskAloneForAMomentThatDoesNotGiveUpASegment() throws Exception {
        var nanos = new AtomicLong();
        var budget = new SpoolBudget(Files.getFileStore(folder), new SpoolSettings(ROOM, 0, SEGMENT));
        var lane = folder.resolve("lane");
        List<Segment> all = new ArrayList<>();
        for (int number = 1; number <= 3; number++) {
            var segment = new Segment(Segment.file(lane, number), number);
            segment.grew(number, 1_000);
            all.add(segment);
        }
        var oldest = new OldestSegments(all, budget, () -> {}, nanos::get);
        assertThat(oldest.drop(0, 500, lost)).isEmpty();
        Files.createDirectory(lane); // the disk is well again

        nanos.addAndGet(Duration.ofMillis(99).toNanos());
        assertThat(oldest.drop(0, 500, lost)).isEmpty();
        assertThat(lane).isEmptyDirectory();

        nanos.addAndGet(Duration.ofMillis(1).toNanos());
        assertThat(oldest.drop(0, 500, lost)).hasSize(1);
    }

    @Test
    void shouldReportTheBirthsThatItDrops() throws Exception {
        var log = open(MUCH);
        appendWithBirths(log);
        long second = firstNumber(segments().get(1));
        long third = firstNumber(segments().get(2));
        var expected = range(second, third - 1).stream()
                .filter(number -> number % 10 == 0)
                .toList();
        log.close();

        var next = reopen(folder, SEGMENT, new ArrayList<>());
        assertThat(next.makeRoom(ROUTE, message(301), lost)).hasSize(1);

        assertThat(expected).isNotEmpty();
        assertThat(lost.numbers).isEqualTo(expected);
        assertThat(lost.until).isEmpty();
    }

    @Test
    void shouldReportTheTimeOfBirthsThatCannotBeRead() throws Exception {
        var log = open(ROOM);
        appendWithBirths(log);
        fill(log);
        long third = firstNumber(segments().get(2));
        damage(segments().get(1), Files.size(segments().get(1)) - 1);

        assertThat(log.makeRoom(ROUTE, message(log.lastNumber() + 1), lost)).hasSize(1);

        assertThat(lost.until).containsExactly(third - 1);
        assertThat(lost.copiesUntil).containsExactly(third - 1);
        assertThat(lines.lines()).singleElement().asString().contains("cannot be read whole: records are damaged");
    }

    /** Appending threads wait for it, under a lock; a topic of any route may look like that of a BIRTH. */
    @Test
    void shouldNotReadWhatItDropsIfItsRoutesLearnNothing() throws Exception {
        var log = open(ROOM);
        appendWithBirths(log);
        fill(log);
        damage(segments().get(1), Files.size(segments().get(1)) - 1);
        births.setRoutes(routeId -> !routeId.equals(ROUTE));

        assertThat(log.makeRoom(ROUTE, message(log.lastNumber() + 1), lost)).hasSize(1);

        assertThat(lost.numbers).isEmpty();
        assertThat(lost.until).isEmpty();
        assertThat(lines.lines()).isEmpty();
    }

    /** A BIRTH may have been where the damage is, and older names must not be used for what followed it. */
    @Test
    void shouldReportTheTimeOfMessagesThatWereDamagedBeforeAStart() throws Exception {
        var log = open(ROOM);
        fill(log);
        long third = firstNumber(segments().get(2));
        log.close();
        damage(segments().get(1), Files.size(segments().get(1)) / 2);

        dropOneAfterAStart();

        assertThat(lost.until).containsExactly(third - 1);
        assertThat(lost.copiesUntil).containsExactly(third - 1);
    }

    @Test
    void shouldReportTheTimeOfMessagesThatWereDamagedAtTheEndOfASegment() throws Exception {
        var log = open(ROOM);
        fill(log);
        long third = firstNumber(segments().get(2));
        log.close();
        damage(segments().get(1), Files.size(segments().get(1)) - 1);

        dropOneAfterAStart();

        assertThat(lost.until).containsExactly(third - 2);
    }

    @Test
    void shouldReportTheTimeOfMessagesWhoseSegmentTheDiskHasLost() throws Exception {
        var log = open(ROOM);
        fill(log);
        long fourth = firstNumber(segments().get(3));
        log.close();
        Files.delete(segments().get(1));

        dropOneAfterAStart();

        assertThat(lost.until).containsExactly(fourth - 1);
    }

    private void dropOneAfterAStart() throws IOException {
        var next = reopen(folder, SEGMENT, new ArrayList<>());
        assertThat(next.makeRoom(ROUTE, message(next.lastNumber() + 1), lost)).hasSize(1);
    }

    private static void appendWithBirths(LaneLog log) {
        for (long number = 1; number <= 300; number++) {
            var birth = new InboundMessage(
                    "spBv1.0/G/NBIRTH/E", new byte[9], "node", null, 1, false, false, Mqtt5Properties.NONE, number);
            log.append(ROUTE, number % 10 == 0 ? birth : message(number));
        }
    }

    private long fill(LaneLog log) {
        long last = 0;
        while (log.append(ROUTE, message(last + 1)).status() != Status.NO_ROOM) {
            last++;
            waiting.add(last);
        }
        return last;
    }

    private void appendAnyway(LaneLog log, long first, long last) {
        for (long number = first; number <= last; number++) {
            var appended = log.append(ROUTE, message(number));
            if (appended.status() == Status.NO_ROOM) {
                assertThat(give(log, number)).hasSize(1);
                appended = log.append(ROUTE, message(number));
            }
            assertThat(appended).isEqualTo(MessageLog.Appended.as(number));
            waiting.add(number);
        }
    }

    private List<DroppedMessages> give(LaneLog log, long number) {
        var given = log.makeRoom(ROUTE, message(number), lost);
        for (var dropped : given) {
            var numbers = range(dropped.first(), dropped.last());
            assertThat(waiting).containsAll(numbers);
            assertThat(dropped.countByRoute()).isEqualTo(Map.of(ROUTE, numbers.size()));
            numbers.forEach(waiting::remove);
        }
        return given;
    }

    private void assertRestIsFound(Path copy) throws IOException {
        for (int starts = 0; starts < 2; starts++) {
            var visited = new ArrayList<Long>();
            try (var next = reopen(copy, ROOM, visited)) {
                assertThat(visited).isEqualTo(List.copyOf(waiting));
                assertThat(numbers(next)).isEqualTo(visited);
            }
        }
    }

    private Path copy() throws IOException {
        var copy = Files.createTempDirectory(folder, "copy");
        try (var files = Files.list(folder)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        return copy;
    }

    private static void damage(Path segment, long at) throws IOException {
        try (var file = new RandomAccessFile(segment.toFile(), "rw")) {
            file.seek(at);
            int before = file.read();
            file.seek(at);
            file.write(before ^ 0x10);
        }
    }

    private static long firstNumber(Path segment) {
        return Long.parseLong(segment.getFileName().toString().replace(".segment", ""));
    }

    private static List<Long> concat(List<Long> numbers, List<Long> more) {
        var all = new ArrayList<>(numbers);
        all.addAll(more);
        return all;
    }
}
