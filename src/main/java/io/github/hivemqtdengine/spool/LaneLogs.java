// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool;

import io.github.hivemqtdengine.pipeline.queue.MessageLog.LoggedMessage;
import io.github.hivemqtdengine.spool.Generations.Generation;
import io.github.hivemqtdengine.spool.disk.Durable;
import io.github.hivemqtdengine.spool.log.CommittedSegments;
import io.github.hivemqtdengine.spool.log.DamagedBytes;
import io.github.hivemqtdengine.spool.log.DamagedFolder;
import io.github.hivemqtdengine.spool.log.LaneLog;
import io.github.hivemqtdengine.spool.log.LearnedState;
import io.github.hivemqtdengine.spool.log.SpoolBudget;
import io.github.hivemqtdengine.spool.log.SpoolSettings;
import io.github.hivemqtdengine.time.EpochClock;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Opens the logs of the lanes in a spool: {@code <generation>/<database>/<lane>}. */
public final class LaneLogs {

    private final Path spool;
    private final Generations generations;
    private final DamagedFolder damaged;
    private final Durable.Disk disk;
    private final CommittedSegments committed;

    /**
     * @param maxBytes the limit of the spool, bytes
     * @param disk the target of syncs
     * @param committed takes committed segments of the logs that are opened all at once
     */
    public LaneLogs(
            Path spool, Generations generations, long maxBytes, Durable.Disk disk, CommittedSegments committed) {
        this.spool = spool;
        this.damaged = new DamagedFolder(spool.resolve("damaged"), maxBytes / DamagedFolder.SHARE_OF_SPOOL);
        this.generations = generations;
        this.disk = disk;
        this.committed = committed;
    }

    /** @param database the name of the database's folder */
    record OpenLog(String database, LaneLog log) {}

    /** @param learned see {@link Spool#setLearned} */
    OpenLog open(Generation generation, String database, String lane, SpoolBudget budget, LearnedState learned)
            throws IOException {
        var damagedBytes = new DamagedBytes(damaged, generation.number() + "-" + database + "-" + lane);
        var folder = generations.folder(generation.number()).resolve(database).resolve(lane);
        return new OpenLog(database, LaneLog.open(folder, damagedBytes, budget, EpochClock.SYSTEM, disk, learned));
    }

    /** Opens all logs of these generations, or none if one can't be opened. */
    public List<OpenLog> openAll(List<Generation> several) throws IOException {
        var opened = new ArrayList<OpenLog>();
        try {
            for (var generation : several) {
                openAll(generation, opened);
            }
            return opened;
        } catch (IOException | RuntimeException e) {
            opened.forEach(open -> open.log().close());
            throw e;
        }
    }

    /** @param opened receives every log as soon as it is open */
    private void openAll(Generation generation, List<OpenLog> opened) throws IOException {
        for (var database : foldersIn(generations.folder(generation.number()))) {
            for (var lane : foldersIn(database)) {
                var unlimited = new SpoolBudget(Files.getFileStore(spool), SpoolSettings.DEFAULT, committed);
                opened.add(open(generation, name(database), name(lane), unlimited, () -> {}));
            }
        }
    }

    /** Returns the bytes of the unreadable parts of segments that are kept. */
    long damagedBytes() {
        return damaged.bytes();
    }

    private static List<Path> foldersIn(Path parent) throws IOException {
        if (!Files.exists(parent)) {
            return List.of();
        }
        try (var files = Files.list(parent)) {
            return files.filter(Files::isDirectory).sorted().toList();
        }
    }

    private static String name(Path file) {
        return file.getFileName().toString();
    }

    /**
     * Waiting messages of several lanes, merged by time of arrival: messages of one key keep their order even if
     * several lanes hold them. Not thread-safe.
     */
    public static final class WaitingMessages implements Closeable {

        private final List<OpenLog> lanes;
        private final PriorityQueue<Head> heads = new PriorityQueue<>(Comparator.comparingLong(Head::arrival));

        /**
         * Oldest message of a lane.
         *
         * @param lane the lane; the message is not committed in it yet
         */
        public record Head(LaneLog lane, LoggedMessage message) {

            private long arrival() {
                return message.message().arrivalMicros();
            }
        }

        /** @param lanes just opened; closed with this object */
        public WaitingMessages(List<OpenLog> lanes) {
            this.lanes = lanes;
            try {
                for (var lane : lanes) {
                    lane.log().forEachWaiting(message -> {});
                    addHeadOf(lane.log());
                }
            } catch (RuntimeException e) {
                close();
                throw e;
            }
        }

        /** Returns the next message; {@code null} at the end. */
        @Nullable
        public Head next() {
            var head = heads.poll();
            if (head != null) {
                addHeadOf(head.lane());
            }
            return head;
        }

        private void addHeadOf(LaneLog lane) {
            var message = lane.read();
            if (message != null) {
                heads.add(new Head(lane, message));
            }
        }

        @Override
        public void close() {
            lanes.forEach(lane -> lane.log().close());
        }
    }
}
