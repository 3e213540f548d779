// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.queue.HighWaterMark;
import io.github.hivemqtdengine.spool.LogDamage;
import io.github.hivemqtdengine.spool.LogFiles;
import io.github.hivemqtdengine.spool.Messages;
import io.github.hivemqtdengine.spool.log.RecordFormat.RecordBuffer;
import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Damages the files of a log: the log finds exactly what is left and continues. */
class DamagedLogPropertyTest {

    private static final HighWaterMark MARK = new HighWaterMark(5, 7);
    private static final SpoolSettings SETTINGS = new SpoolSettings(1L << 30, 0, 4_096);
    private static final String WATERMARK = "watermark";
    private static final byte FIRST_OF_RECORD = (byte) 0xC5;

    private static final Logger LOGGER = (Logger) LoggerFactory.getLogger(LaneLog.class.getPackageName());

    @TempDir
    Path parent;

    private Path folder;

    /** By number. */
    private final TreeMap<Long, Written> written = new TreeMap<>();

    /**
     * A message and where it was written.
     *
     * @param segment the file's name
     * @param record its bytes there
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Written(InboundMessage message, String segment, byte[] record) {

        /** One of which it does not matter where. */
        static Written alone(InboundMessage message) {
            return new Written(message, "", new byte[0]);
        }
    }

    @BeforeAll
    static void keepQuiet() {
        LOGGER.setLevel(Level.OFF);
    }

    @AfterAll
    static void speakAgain() {
        LOGGER.setLevel(null);
    }

    @BeforeEach
    void nameFolder() {
        folder = parent.resolve("lane");
    }

    @SeededTest(tries = 40)
    void shouldReadWhatIsLeftAndGoOn(RandomValues random) throws IOException {
        var payloads = random.list(1, 100, () -> random.between(0, 1_500));
        var damages = random.list(1, 5, () -> damage(random));
        long committedTo = Math.min(random.between(0, 120), payloads.size());
        write(payloads, committedTo);
        var before = LogFiles.contents(folder);
        damages.forEach(damage -> damage.applyTo(folder));
        var after = LogFiles.contents(folder);

        var found = open(List.of());

        assertThat(found).isSubsetOf(written.keySet()).isSorted().doesNotHaveDuplicates();
        if (isUntouched(WATERMARK, before, after)) {
            assertThat(found).allMatch(number -> number > committedTo);
        }
        assertNothingIsMissing(found, committedTo, before, after);
        assertDamagedBytesAreKept(after);
        assertGoesOn(found);
    }

    private Written written(long number) {
        return Objects.requireNonNull(written.get(number), () -> "nothing was written as " + number);
    }

    private void write(List<Integer> payloads, long committedTo) throws IOException {
        try (var log = newLog()) {
            log.forEachWaiting(message -> {});
            for (int bytes : payloads) {
                var payload = new byte[bytes];
                new Random(bytes).nextBytes(payload);
                long number = written.size() + 1L;
                var message = Messages.message(number, payload);
                assertThat(log.append(Messages.ROUTE, message).number()).isEqualTo(number);
                written.put(number, Written.alone(message));
            }
            findRecords();
            log.commit(committedTo / 2, MARK);
            log.commit(committedTo, MARK);
        }
    }

    private void findRecords() throws IOException {
        var rest = new ArrayDeque<>(written.keySet());
        for (var segment : LogFiles.contents(folder).entrySet()) {
            var bytes = segment.getValue();
            for (int at = SegmentHeader.BYTES; Segment.isSegment(Path.of(segment.getKey())) && at < bytes.length; ) {
                var message = written(rest.element()).message();
                int end = at + recordBytes(message);
                var found = new Written(message, segment.getKey(), Arrays.copyOfRange(bytes, at, end));
                written.put(rest.remove(), found);
                at = end;
            }
        }
        assertThat(rest).isEmpty();
    }

    private static int recordBytes(InboundMessage message) {
        var record = new RecordBuffer();
        record.fill(Messages.ROUTE, message);
        return record.bytes();
    }

    /** Opens the log, appends and leaves it; returns the numbers of the messages that it has shown and read. */
    private List<Long> open(List<InboundMessage> appended) throws IOException {
        try (var log = newLog()) {
            var shown = new ArrayList<Long>();
            log.forEachWaiting(logged -> {
                var expected = written(logged.number()).message();
                assertThat(logged.message().topic()).isEqualTo(expected.topic());
                assertThat(logged.message().payload()).isEqualTo(expected.payload());
                shown.add(logged.number());
            });
            var read = new ArrayList<Long>();
            long nextNumber = log.oldestNumber();
            for (var next = log.read(); next != null; next = log.read()) {
                assertThat(next.isAfterDamage()).isEqualTo(next.number() != nextNumber);
                nextNumber = next.number() + 1;
                read.add(next.number());
            }
            assertThat(read).isEqualTo(shown);
            for (var message : appended) {
                long number = log.append(Messages.ROUTE, message).number();
                assertThat(number).isPositive();
                written.put(number, Written.alone(message));
                assertThat(Objects.requireNonNull(log.read()).number()).isEqualTo(number);
            }
            return read;
        }
    }

    private LaneLog newLog() throws IOException {
        return LaneLog.open(
                folder,
                new DamagedBytes(new DamagedFolder(parent.resolve("damaged"), 1L << 30), "lane"),
                new SpoolBudget(Files.getFileStore(parent), SETTINGS));
    }

    /** Unchanged records are read, unless a file was pieced together; then the file is at least kept. */
    private void assertNothingIsMissing(
            List<Long> found, long committedTo, SortedMap<String, byte[]> before, SortedMap<String, byte[]> after)
            throws IOException {
        var kept = LogFiles.contents(parent.resolve("damaged")).values();
        var there = new HashSet<>(found);
        for (var each : written.tailMap(committedTo, false).entrySet()) {
            var segment = each.getValue().segment();
            var record = each.getValue().record();
            if (there.contains(each.getKey())) {
                continue;
            }
            assertThat(isUntouched(segment, before, after))
                    .as("untouched segment of " + each.getKey())
                    .isFalse();
            if (holds(after.get(segment), record)) {
                assertThat(kept).as("kept bytes of " + each.getKey()).anyMatch(bytes -> holds(bytes, record));
            }
        }
    }

    private static boolean isUntouched(String file, SortedMap<String, byte[]> before, SortedMap<String, byte[]> after) {
        return Arrays.equals(before.get(file), after.get(file));
    }

    private static boolean holds(byte @Nullable [] bytes, byte[] part) {
        for (int at = 0; bytes != null && at <= bytes.length - part.length; at++) {
            if (LogFiles.isAt(bytes, at, part)) {
                return true;
            }
        }
        return false;
    }

    /** Each stretch of a segment that is no record, and no record that comes too late, is in a file of its own. */
    private void assertDamagedBytesAreKept(SortedMap<String, byte[]> after) throws IOException {
        var kept = LogFiles.contents(parent.resolve("damaged"));
        for (var segment : after.entrySet()) {
            var bytes = segment.getValue();
            if (segment.getKey().equals(WATERMARK) || bytes.length < SegmentHeader.BYTES) {
                continue;
            }
            var name = "lane-" + segment.getKey();
            var whole = kept.get(name + ".damaged");
            if (whole != null) {
                assertThat(whole).isEqualTo(bytes);
                continue;
            }
            for (var stretch : stretches(segment.getKey(), bytes).entrySet()) {
                assertThat(kept.get(name + "." + stretch.getKey() + ".damaged"))
                        .as(name + "." + stretch.getKey())
                        .isEqualTo(stretch.getValue());
            }
        }
    }

    /** By their beginnings. */
    private SortedMap<Integer, byte[]> stretches(String segment, byte[] bytes) {
        var stretches = new TreeMap<Integer, byte[]>();
        long last = 0;
        int begun = SegmentHeader.BYTES;
        int at = begun;
        while (at < bytes.length) {
            long number = numberAt(segment, bytes, at, last);
            if (number == 0) {
                at++;
                continue;
            }
            if (begun < at) {
                stretches.put(begun, Arrays.copyOfRange(bytes, begun, at));
            }
            last = number;
            at += written(number).record().length;
            begun = at;
        }
        if (begun < at) {
            stretches.put(begun, Arrays.copyOfRange(bytes, begun, at));
        }
        return stretches;
    }

    private long numberAt(String segment, byte[] bytes, int at, long last) {
        if (bytes[at] != FIRST_OF_RECORD) {
            return 0;
        }
        return written.tailMap(last, false).entrySet().stream()
                .filter(each -> each.getValue().segment().equals(segment)
                        && LogFiles.isAt(bytes, at, each.getValue().record()))
                .mapToLong(Map.Entry::getKey)
                .findAny()
                .orElse(0);
    }

    private void assertGoesOn(List<Long> found) throws IOException {
        var more = List.of(Messages.message(-1), Messages.message(-2, new byte[5_000]), Messages.message(-3));
        assertThat(open(more)).isEqualTo(found);
        var all = open(List.of());
        assertThat(all.subList(0, found.size())).isEqualTo(found);
        assertThat(all.subList(found.size(), all.size()))
                .hasSize(more.size())
                .isSorted()
                .allMatch(number -> more.contains(written(number).message()));
    }

    private static LogDamage damage(RandomValues random) {
        return new LogDamage(
                random.oneOf(LogDamage.Kind.values()),
                random.between(0, 99),
                random.between(0, LogDamage.PARTS - 1),
                random.between(1, 3_000),
                random.anyLong());
    }
}
