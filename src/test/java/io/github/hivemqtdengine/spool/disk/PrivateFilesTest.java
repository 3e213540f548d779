// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.disk;

import static io.github.hivemqtdengine.spool.Messages.ROUTE;
import static io.github.hivemqtdengine.spool.Messages.message;
import static io.github.hivemqtdengine.testkit.FileRights.assertTreePrivate;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.pipeline.account.DeadLetter;
import io.github.hivemqtdengine.pipeline.queue.HighWaterMark;
import io.github.hivemqtdengine.pipeline.queue.MessageLog;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.Attempt;
import io.github.hivemqtdengine.spool.LogFiles;
import io.github.hivemqtdengine.spool.Spool;
import io.github.hivemqtdengine.spool.births.BirthLimits;
import io.github.hivemqtdengine.spool.births.Births;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterFolder;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterLine;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterSettings;
import io.github.hivemqtdengine.spool.log.DamagedBytes;
import io.github.hivemqtdengine.spool.log.DamagedFolder;
import io.github.hivemqtdengine.spool.log.LaneLog;
import io.github.hivemqtdengine.spool.log.Segment;
import io.github.hivemqtdengine.spool.log.SpoolBudget;
import io.github.hivemqtdengine.spool.log.SpoolSettings;
import io.github.hivemqtdengine.spool.replay.ReplayFolder;
import io.github.hivemqtdengine.testkit.CapturedLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Permissions of files with payloads and user names. Everyone may read the folder that contains them here. */
@EnabledIf("io.github.hivemqtdengine.testkit.FileRights#areKnown")
class PrivateFilesTest {

    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-01-02T03:04:05Z"));

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    @TempDir
    Path folder;

    @BeforeEach
    void openToAll() throws IOException {
        permit(folder, "rwxr-xr-x");
    }

    @Test
    void shouldKeepTheFilesOfALanePrivate() throws IOException {
        var lane = folder.resolve("lane");
        try (var open = lane(lane)) {
            open.append(ROUTE, message(1));
            open.append(ROUTE, message(2));
            open.commit(1, HighWaterMark.NONE);
            open.noteAttempt(new Attempt(2, 0, 0, true));

            assertThat(names(lane)).contains("attempt", "watermark").anyMatch(name -> name.endsWith(".segment"));
            assertTreePrivate(lane);
        }
    }

    @Test
    void shouldKeepTheFoldersAndNotesOfASpoolPrivate() throws IOException {
        var spool = folder.resolve("below/spool");
        leaveInSpool(spool, "a");
        leaveInSpool(spool, "b");

        assertThat(names(spool)).contains("current", "lock", "2");
        assertTreePrivate(folder.resolve("below"));
    }

    @Test
    void shouldKeepWhatIsDamagedPrivate() throws IOException {
        var lane = folder.resolve("lane");
        try (var open = lane(lane)) {
            open.append(ROUTE, message(1));
        }
        var segment = Segment.file(lane, 1);
        Files.write(segment, LogFiles.joined(Files.readAllBytes(segment), new byte[100]));
        Files.write(Segment.file(lane, 9), new byte[100]);
        permit(Segment.file(lane, 9), "rw-------");

        lane(lane).close();

        assertThat(names(folder.resolve("damaged"))).hasSize(2);
        assertTreePrivate(folder.resolve("damaged"));
    }

    @Test
    void shouldKeepDeadLettersPrivate() throws IOException {
        var below = folder.resolve("below");
        try (var letters = letters(below)) {
            letters.keep(letter());
            letters.keep(letter());
        }

        assertThat(names(below)).hasSize(2);
        assertTreePrivate(below);
    }

    /** An operator may have given a group rights. */
    @Test
    void shouldLeaveTheRightsOfDeadLettersThatAreThere() throws IOException {
        var current = Files.createFile(folder.resolve("dead-letters.jsonl"));
        permit(current, "rw-r-----");
        permit(folder, "rwxr-x---");

        try (var letters = letters(folder)) {
            letters.keep(letter());
        }

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(current)))
                .isEqualTo("rw-r-----");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwxr-x---");
    }

    @Test
    void shouldKeepWhatAReplayWritesPrivate() throws IOException {
        var replay = folder.resolve("replay");
        var source = new ReplayFolder(replay, 1_000_000, Births.inMemory(BirthLimits.DEFAULT));
        source.handOver((routeId, message) -> true);
        assertTreePrivate(replay);
        var lines = Files.newOutputStream(replay.resolve("a.jsonl"));
        try (lines) {
            lines.write("nothing\n".getBytes(StandardCharsets.UTF_8));
            DeadLetterLine.write(letter(), Instant.EPOCH, lines);
        }
        permit(replay.resolve("a.jsonl"), "rw-------");

        source.handOver((routeId, message) -> false);
        source.handOver((routeId, message) -> false);

        assertThat(names(replay.resolve("taking"))).contains("a.jsonl", "a.jsonl.progress", "a.jsonl.unreadable");
        assertTreePrivate(replay);
    }

    @Test
    void shouldTakeTheRightsOfOthersFromASpoolThatIsThere() throws IOException {
        var spool = Files.createDirectory(folder.resolve("spool"));
        permit(spool, "rwxr-xr-x");

        leaveInSpool(spool, "a");
        leaveInSpool(spool, "a");

        assertTreePrivate(spool);
        assertThat(log.lines())
                .singleElement()
                .asString()
                .startsWith("INFO Folder ")
                .contains("was accessible to other users (rwxr-xr-x)");
    }

    private LaneLog lane(Path lane) throws IOException {
        var open = LaneLog.open(
                lane,
                new DamagedBytes(new DamagedFolder(folder.resolve("damaged"), 1L << 30), "lane"),
                new SpoolBudget(Files.getFileStore(folder), SpoolSettings.DEFAULT));
        open.forEachWaiting(message -> {});
        return open;
    }

    private static void leaveInSpool(Path folder, String layout) throws IOException {
        try (var spool = Spool.open(folder, layout, SpoolSettings.DEFAULT)) {
            MessageLog lane = spool.log("plant", 1);
            lane.forEachWaiting(message -> {});
            spool.reassign(message -> {});
            lane.append(ROUTE, message(1));
        }
    }

    /** Each letter fills a file. */
    private static DeadLetterFolder letters(Path where) {
        return new DeadLetterFolder(where, new DeadLetterSettings(1, 1_000_000), false, CLOCK);
    }

    private static DeadLetter letter() {
        return new DeadLetter(ROUTE, message(1), DeadLetterReason.DECODE, "no");
    }

    private static void permit(Path file, String rights) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(rights));
    }

    private static List<String> names(Path parent) throws IOException {
        try (var files = Files.list(parent)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
