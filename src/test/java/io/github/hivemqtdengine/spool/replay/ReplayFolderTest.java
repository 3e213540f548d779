// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.replay;

import static io.github.hivemqtdengine.spool.Messages.ROUTE;
import static io.github.hivemqtdengine.spool.Messages.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.sparkplug.EdgeNodes;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugTopic;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.ReplaySource;
import io.github.hivemqtdengine.pipeline.account.DeadLetter;
import io.github.hivemqtdengine.spool.Spool;
import io.github.hivemqtdengine.spool.births.BirthLimits;
import io.github.hivemqtdengine.spool.births.Births;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterLine;
import io.github.hivemqtdengine.spool.log.Segment;
import io.github.hivemqtdengine.spool.log.SpoolSettings;
import io.github.hivemqtdengine.spool.replay.Replayed.Progress;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.testkit.FolderCopy;
import io.github.hivemqtdengine.testkit.SparkplugPayload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class ReplayFolderTest {

    private static final long LIMIT = 4L << 20;

    private static final int ALL = Integer.MAX_VALUE;

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    @TempDir
    Path temporary;

    private Path folder;
    private ReplayFolder replay;

    /** The times of arrival of what was taken. */
    private final List<Long> taken = new ArrayList<>();

    @BeforeEach
    void open() {
        folder = temporary.resolve("replay");
        replay = new ReplayFolder(folder, LIMIT, Births.inMemory(BirthLimits.DEFAULT));
        look(ALL);
    }

    @Test
    void shouldTakeEveryLineOnceAndMoveTheFile() throws IOException {
        Files.writeString(folder.resolve("dead-letters.jsonl"), lines(1, 250));

        look(ALL);
        look(ALL);
        look(ALL);

        assertThat(taken).isEqualTo(numbers(1, 250));
        assertThat(folder.resolve("done/dead-letters.jsonl")).hasContent(lines(1, 250));
        assertThat(folder.resolve("taking")).isEmptyDirectory();
        assertThat(log.lines())
                .containsExactly(
                        "INFO Replay of \"dead-letters.jsonl\" finished: 250 messages replayed, 0 lines unreadable; the file is"
                                + " now \"" + folder.resolve("done/dead-letters.jsonl") + "\"");
    }

    @Test
    void shouldShowHowManyBytesRemain() throws IOException {
        Files.writeString(folder.resolve("dead-letters.jsonl"), lines(1, 250));
        look(ALL);
        assertThat(replay.remainingBytes()).isEqualTo(lines(1, 250).length());

        look(100);
        assertThat(replay.remainingBytes()).isEqualTo(lines(101, 250).length());

        look(ALL);
        assertThat(replay.remainingBytes()).isZero();
    }

    @Test
    void shouldShowHowManyBytesRemainWhileTheDiskFails() throws IOException {
        Files.writeString(folder.resolve("taking/a.jsonl"), lines(1, 50));
        var sink = new SyncedSink();
        sink.isFailing = true;
        sink.accept(ROUTE, message(1));

        replay.handOver(sink);

        assertThat(replay.remainingBytes()).isEqualTo(lines(1, 50).length());
    }

    /** Messages larger than one read. */
    @Test
    void shouldTakeLargeMessagesWhole() throws IOException {
        var lines = new ByteArrayOutputStream();
        var sizes = List.of(1_000_000, 0, 65_535, 65_536, 3_000_000, 1);
        var random = new Random(1);
        var payloads = new ArrayList<byte[]>();
        for (int size : sizes) {
            var payload = new byte[size];
            random.nextBytes(payload);
            payloads.add(payload);
            var letter = new DeadLetter(ROUTE, message(size, payload), DeadLetterReason.DECODE, "no");
            DeadLetterLine.write(letter, Instant.EPOCH, lines);
        }
        Files.write(folder.resolve("a.jsonl"), lines.toByteArray());
        var read = new ArrayList<byte[]>();

        look(ALL);
        replay.handOver((routeId, message) -> read.add(message.payload()));

        assertThat(read.toArray(byte[][]::new)).isDeepEqualTo(payloads.toArray(byte[][]::new));
    }

    @Test
    void shouldTakeFullFilesInTheirOrder() throws IOException {
        Files.writeString(folder.resolve("dead-letters.jsonl"), lines(5, 6));
        Files.writeString(folder.resolve("dead-letters-20261121T101500Z-0002.jsonl"), lines(3, 4));
        Files.writeString(folder.resolve("dead-letters-20261121T101500Z-0001.jsonl"), lines(1, 2));

        look(ALL);
        look(ALL);

        assertThat(taken).isEqualTo(numbers(1, 6));
    }

    @Test
    void shouldWaitUntilAFileIsNotWrittenAnyMore() throws IOException {
        var file = Files.writeString(folder.resolve("a.jsonl"), lines(1, 2));
        look(ALL);
        Files.writeString(file, lines(3, 4), StandardOpenOption.APPEND);
        look(ALL);
        assertThat(taken).isEmpty();

        look(ALL);
        assertThat(taken).isEqualTo(numbers(1, 4));
    }

    @Test
    void shouldPassOverWhatIsNoDeadLetterAndKeepIt() throws IOException {
        var torn = "{\"time\":\"2026-";
        var other = "{\"route\":\"a\",\"qos\":7}";
        Files.writeString(folder.resolve("a.jsonl"), lines(1, 1) + torn + "\n\n" + lines(2, 2) + other);

        look(ALL);
        look(ALL);

        assertThat(taken).isEqualTo(numbers(1, 2));
        assertThat(folder.resolve("done/a.jsonl.unreadable")).hasContent(torn + "\n" + other);
        assertThat(log.text())
                .contains("WARN Line 2 of \"" + folder.resolve("taking/a.jsonl") + "\" is not a dead letter")
                .contains("WARN Line 5 of ")
                .contains("2 messages replayed, 2 lines unreadable, copied to \""
                        + folder.resolve("done/a.jsonl.unreadable"));
    }

    @Test
    void shouldPassOverMessagesThatAreLargerThanTheLimitAndKeepThem() throws IOException {
        var lines = new ByteArrayOutputStream();
        for (int size : new int[] {1, 5_000, 2}) {
            var letter = new DeadLetter(ROUTE, message(size, new byte[size]), DeadLetterReason.TOO_LARGE, "no");
            DeadLetterLine.write(letter, Instant.EPOCH, lines);
        }
        replay = new ReplayFolder(folder, 4_096, Births.inMemory(BirthLimits.DEFAULT));
        Files.write(folder.resolve("a.jsonl"), lines.toByteArray());

        look(ALL);
        look(ALL);

        assertThat(taken).containsExactly(1L, 2L);
        assertThat(folder.resolve("done/a.jsonl.unreadable"))
                .hasContent(
                        lines.toString(StandardCharsets.UTF_8).lines().toList().get(1));
    }

    /** Possible remains of a power cut. */
    @Test
    void shouldPassOverZeros() throws IOException {
        Files.writeString(folder.resolve("a.jsonl"), lines(1, 1) + "\0".repeat(4_096) + "\n" + lines(2, 2));

        look(ALL);
        look(ALL);

        assertThat(taken).isEqualTo(numbers(1, 2));
        assertThat(folder.resolve("done/a.jsonl.unreadable")).hasSize(4_097);
    }

    /** Otherwise the same messages would be taken again with every look, as long as the disk is full. */
    @Test
    void shouldTakeNothingWhereItCanNotNoteThat() throws IOException {
        Files.writeString(folder.resolve("a.jsonl"), lines(1, 10));
        look(ALL);
        Files.createDirectories(folder.resolve("taking/a.jsonl.progress.new/in the way"));
        look(ALL);
        look(ALL);
        assertThat(taken).isEmpty();
        assertThat(log.lines()).singleElement().asString().contains("failed and is retried");

        Files.delete(folder.resolve("taking/a.jsonl.progress.new/in the way"));
        Files.delete(folder.resolve("taking/a.jsonl.progress.new"));
        look(ALL);

        assertThat(taken).isEqualTo(numbers(1, 10));
    }

    @Test
    void shouldNotFloodTheLogWhereNothingCanBeRead() throws IOException {
        Files.writeString(folder.resolve("a.jsonl"), "x\n".repeat(1_000));

        look(ALL);
        look(ALL);

        assertThat(log.lines()).hasSize(11).last().asString().contains("0 messages", "1000 lines");
        assertThat(Files.size(folder.resolve("done/a.jsonl.unreadable"))).isEqualTo(2_000);
    }

    @Test
    void shouldGoOnAfterAStopWhereItWas() throws IOException {
        Files.writeString(folder.resolve("a.jsonl"), lines(1, 250));
        look(ALL);
        look(130);
        assertThat(taken).hasSize(130);
        assertThat(folder.resolve("taking/a.jsonl")).exists();

        replay = new ReplayFolder(folder, LIMIT, Births.inMemory(BirthLimits.DEFAULT));
        look(ALL);

        assertThat(taken).isEqualTo(numbers(1, 250));
        assertThat(log.text()).contains("250 messages replayed");
    }

    /** A copy of the files while they are read is what a process leaves that is killed. */
    @Test
    void shouldRepeatABlockAtMostAfterACrash() throws IOException {
        Files.writeString(folder.resolve("a.jsonl"), lines(1, 250));
        look(ALL);
        var copy = temporary.resolve("copy");
        assertThatIllegalStateException()
                .isThrownBy(() -> replay.handOver((routeId, message) -> {
                    taken.add(message.arrivalMicros());
                    if (message.arrivalMicros() == 170) {
                        copyTo(copy);
                        throw new IllegalStateException("as if killed");
                    }
                    return true;
                }));

        replay = new ReplayFolder(copy, LIMIT, Births.inMemory(BirthLimits.DEFAULT));
        look(ALL);

        assertThat(taken.subList(0, 170)).isEqualTo(numbers(1, 170));
        assertThat(taken.subList(170, taken.size())).isEqualTo(numbers(101, 250));
    }

    @Test
    void shouldTakeAnotherFileOfTheSameNameAndReplaceNothing() throws IOException {
        for (int round = 0; round < 3; round++) {
            Files.writeString(folder.resolve("a.jsonl"), lines(round * 10 + 1, round * 10 + 10) + "torn" + round);
            look(ALL);
            look(ALL);
        }

        assertThat(taken).isEqualTo(numbers(1, 30));
        assertThat(folder.resolve("done/a.jsonl")).exists();
        assertThat(folder.resolve("done/a.jsonl.unreadable")).hasContent("torn0");
        assertThat(folder.resolve("done/a-2.jsonl.unreadable")).hasContent("torn1");
        assertThat(folder.resolve("done/a-3.jsonl.unreadable")).hasContent("torn2");
    }

    /** The process died when it had moved the file, and had not deleted what it noted of it. */
    @Test
    void shouldNotBelieveWhatWasNotedOfAnotherFile() throws IOException {
        new Progress(1_000, 5, 5, 0).write(folder.resolve("taking/a.jsonl.progress"));
        Files.writeString(folder.resolve("a.jsonl"), lines(1, 10));

        look(ALL);
        look(ALL);

        assertThat(taken).isEqualTo(numbers(1, 10));
    }

    @Test
    void shouldBeginAgainWhereItIsNotKnownHowFarItCame() throws IOException {
        Files.writeString(folder.resolve("taking/a.jsonl"), lines(1, 10));
        Files.writeString(folder.resolve("taking/a.jsonl.progress"), "");

        look(ALL);

        assertThat(taken).isEqualTo(numbers(1, 10));
    }

    @Test
    void shouldSayOnceWhatItLeavesAlone() throws IOException {
        Files.writeString(folder.resolve("letters.gz"), "?");
        Files.createDirectories(folder.resolve("letters"));
        Files.writeString(folder.resolve(".hidden.jsonl"), lines(1, 1));

        for (int i = 0; i < 4; i++) {
            look(ALL);
        }

        assertThat(taken).isEmpty();
        assertThat(log.lines())
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).contains("is neither a file of dead letters (*.jsonl) nor"));
        assertThat(folder.resolve("letters.gz")).exists();
    }

    @Test
    void shouldTakeWhatWaitsInACopiedSpool() throws IOException {
        leaveInSpool(folder.resolve("old"), 20);

        look(ALL);
        look(12);
        assertThat(taken).isEqualTo(numbers(1, 12));
        replay = new ReplayFolder(folder, LIMIT, Births.inMemory(BirthLimits.DEFAULT));
        look(ALL);

        assertThat(taken).isEqualTo(numbers(1, 20));
        assertThat(log.text()).contains("Replay of \"old\" finished: 20 messages replayed");
        assertThat(Spool.mayHoldMessages(folder.resolve("done/old"))).isFalse();
        assertThat(folder.resolve("taking")).isEmptyDirectory();
    }

    /** A missing message may be a BIRTH, whether it was damaged in the copy or dropped at the other broker. */
    @Test
    void shouldEndCopiedBirthsBeforeEveryGapInACopiedSpool() throws Exception {
        var births = Births.inMemory(BirthLimits.DEFAULT);
        var node = new LearningSink(births);
        replay = new ReplayFolder(folder, LIMIT, births);
        replay.handOver(node);
        var lane = folder.resolve("old/1/plant/1");
        try (var open = Spool.open(folder.resolve("old"), "layout", new SpoolSettings(1L << 20, 0, 600))) {
            var log = open.log("plant", 1);
            log.forEachWaiting(message -> {});
            open.reassign(message -> {});
            for (int number = 1; number <= 400; number++) {
                assertThat(log.append(ROUTE, message(number)).number()).isEqualTo(number);
            }
        }
        var segments = segments(lane);
        assertThat(segments).hasSizeGreaterThan(20);
        Files.write(segments.get(6), Arrays.copyOf(Files.readAllBytes(segments.get(6)), 32)); // only its header is left
        var bytes = Files.readAllBytes(segments.get(12));
        bytes[bytes.length / 2]++;
        Files.write(segments.get(12), bytes);
        Files.delete(segments.get(18));

        replay.handOver(node);
        node.atMost = 20;
        replay.handOver(node);
        replay = new ReplayFolder(folder, LIMIT, births);
        node.atMost = ALL;
        replay.handOver(node);

        assertThat(node.last).isEqualTo(400);
        assertThat(node.gaps).isEqualTo(3);
        assertThat(folder.resolve("done/old")).exists();
    }

    /** Sink that maps each message at once: some are BIRTHs of an edge node, and all use its names. */
    private static final class LearningSink implements ReplaySource.Sink {

        private static final SparkplugTopic BIRTH = topic("NBIRTH");
        private static final SparkplugTopic DATA = topic("NDATA");

        private final Births births;
        private @Nullable String name;
        private long last;
        private int gaps;
        private int atMost = ALL;

        LearningSink(Births births) {
            this.births = births;
            births.learn(BIRTH, "client", 1, birth("live"));
        }

        private static SparkplugTopic topic(String type) {
            try {
                return SparkplugTopic.parse("spBv1.0/G/" + type + "/E");
            } catch (DecodeException e) {
                throw new AssertionError(e);
            }
        }

        private static byte[] birth(String name) {
            return new SparkplugPayload(0).bdSeq(1).born(name, 1, 1).seq(0);
        }

        private @Nullable String name(String client, long arrival) {
            var birth = births.aroundReplayed(DATA, client, arrival).birth(null);
            return birth == null
                    ? null
                    : Objects.requireNonNull(birth.byAlias(1)).name();
        }

        @Override
        public boolean accept(String routeId, InboundMessage message) {
            if (last == atMost) {
                return false;
            }
            long number = message.arrivalMicros();
            if (number > last + 1) {
                gaps++;
                name = null;
            }
            last = number;
            assertThat(name(EdgeNodes.COPIED + "client", number)).isEqualTo(name);
            assertThat(name("client", number + 1)).isEqualTo("live");
            if (number % 10 == 0) {
                name = "n" + number;
                births.learn(BIRTH, EdgeNodes.COPIED + message.clientId(), number, birth(name));
            }
            return true;
        }
    }

    private static List<Path> segments(Path lane) throws IOException {
        try (var files = Files.list(lane)) {
            return files.filter(Segment::isSegment).sorted().toList();
        }
    }

    /** Messages committed in the copy are deleted there, and a power cut may lose the page cache. */
    @Test
    void shouldCommitNothingInACopiedSpoolThatIsNotOnTheDisk() throws IOException {
        leaveInSpool(folder.resolve("old"), 20);
        look(ALL);
        var sink = new SyncedSink();
        sink.isFailing = true;

        replay.handOver(sink);

        assertThat(sink.events).hasSize(22).startsWith("sync of 0").last().isEqualTo("sync of 20");
        assertThat(log.text()).contains("failed and is retried", "the disk is broken");
        assertThat(Spool.mayHoldMessages(folder.resolve("taking/old"))).isTrue();
        sink.isFailing = false;
        sink.events.clear();
        replay.handOver(sink);
        assertThat(sink.events).hasSize(22).startsWith("sync of 0").last().isEqualTo("sync of 20");
        assertThat(Spool.mayHoldMessages(folder.resolve("done/old"))).isFalse();
    }

    @Test
    void shouldNoteNothingOfAFileThatIsNotOnTheDisk() throws IOException {
        Files.writeString(folder.resolve("a.jsonl"), lines(1, 250));
        look(ALL);
        var sink = new SyncedSink();

        replay.handOver(sink);

        assertThat(sink.events.stream().filter(event -> event.startsWith("sync")))
                .containsExactly("sync of 0", "sync of 100", "sync of 200", "sync of 250");
    }

    /** Else the rows of one block would be stored with every look. */
    @Test
    void shouldTakeABlockOnceWhileTheDiskFails() throws IOException {
        Files.writeString(folder.resolve("a.jsonl"), lines(1, 50));
        look(ALL);
        var sink = new SyncedSink();
        sink.isFailing = true;

        for (int i = 0; i < 6; i++) {
            replay.handOver(sink);
        }
        assertThat(sink.events.stream().filter("accept"::equals)).hasSize(50);

        sink.isFailing = false;
        replay.handOver(sink);
        assertThat(sink.events.stream().filter("accept"::equals))
                .as("nobody knows what is there")
                .hasSize(100);
        assertThat(folder.resolve("done/a.jsonl")).exists();
    }

    @Test
    void shouldTakeNothingOfOtherFilesWhileTheDiskFails() throws IOException {
        Files.writeString(folder.resolve("a.jsonl"), lines(1, 50));
        Files.writeString(folder.resolve("b.jsonl"), lines(51, 60));
        look(ALL);
        var sink = new SyncedSink();
        sink.isFailing = true;

        for (int i = 0; i < 3; i++) {
            replay.handOver(sink);
        }

        assertThat(sink.events.stream().filter("accept"::equals)).hasSize(50);
        sink.isFailing = false;
        replay.handOver(sink);
        replay.handOver(sink);
        assertThat(folder.resolve("done/a.jsonl")).exists();
        assertThat(folder.resolve("done/b.jsonl")).exists();
    }

    @Test
    void shouldSayAgainWhatFailsAgain() throws IOException {
        Files.writeString(folder.resolve("a.jsonl"), lines(1, 10));
        look(ALL);
        var sink = new SyncedSink();
        for (int period = 0; period < 2; period++) {
            sink.isFailing = true;
            replay.handOver(sink);
            replay.handOver(sink);
            replay.handOver(sink);
            sink.isFailing = false;
            replay.handOver(sink);
            Files.writeString(folder.resolve("a.jsonl"), lines(1, 10));
            look(ALL);
        }

        assertThat(log.lines())
                .filteredOn(line -> line.contains("the replay is retried"))
                .hasSize(2);
    }

    /** Notes what it is asked for, in its order. */
    private static final class SyncedSink implements ReplaySource.Sink {

        final List<String> events = new ArrayList<>();
        boolean isFailing;

        @Override
        public boolean accept(String routeId, InboundMessage message) {
            events.add("accept");
            return true;
        }

        @Override
        public void sync() {
            events.add("sync of " + events.stream().filter("accept"::equals).count());
            if (isFailing && events.contains("accept")) {
                throw new UncheckedIOException(new IOException("the disk is broken"));
            }
        }
    }

    @Test
    void shouldLeaveASpoolAloneThatIsInUse() throws IOException {
        leaveInSpool(folder.resolve("old"), 3);
        try (var inUse = Spool.open(folder.resolve("old"), "layout", SpoolSettings.DEFAULT)) {
            for (int i = 0; i < 4; i++) {
                look(ALL);
            }
            assertThat(inUse).isNotNull();
        }
        assertThat(taken).isEmpty();
        assertThat(log.lines())
                .singleElement()
                .asString()
                .contains("old is in use by another broker", "stop it first, or put a copy here");

        look(ALL);
        look(ALL);
        assertThat(taken).isEqualTo(numbers(1, 3));
    }

    @Test
    void shouldSayOnceWhereTheFolderCanNotBe() throws IOException {
        replay = new ReplayFolder(
                Files.createFile(temporary.resolve("file")).resolve("replay"),
                LIMIT,
                Births.inMemory(BirthLimits.DEFAULT));

        look(ALL);
        look(ALL);

        assertThat(log.lines()).singleElement().asString().startsWith("WARN Replay folder ");
    }

    /** Takes at most this many messages. */
    private void look(int atMost) {
        replay.handOver((routeId, message) -> {
            if (taken.size() >= atMost) {
                return false;
            }
            assertThat(routeId).isEqualTo(ROUTE);
            taken.add(message.arrivalMicros());
            return true;
        });
    }

    private static void leaveInSpool(Path spool, int messages) throws IOException {
        try (var open = Spool.open(spool, "layout", SpoolSettings.DEFAULT)) {
            var lanes = List.of(open.log("plant", 1), open.log("plant", 2));
            lanes.forEach(lane -> lane.forEachWaiting(message -> {}));
            open.reassign(message -> {});
            for (int number = 1; number <= messages; number++) {
                assertThat(lanes.get(number % 2).append(ROUTE, message(number)).number())
                        .isPositive();
            }
        }
    }

    private void copyTo(Path copy) {
        try {
            FolderCopy.copy(folder, copy);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Long> numbers(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    private static String lines(long from, long to) throws IOException {
        var lines = new ByteArrayOutputStream();
        for (long number = from; number <= to; number++) {
            var letter = new DeadLetter(ROUTE, message(number), DeadLetterReason.DECODE, "no");
            DeadLetterLine.write(letter, Instant.EPOCH, lines);
        }
        return lines.toString(StandardCharsets.UTF_8);
    }
}
