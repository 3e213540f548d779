// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.replay;

import io.github.hivemqtdengine.pipeline.ReplaySource.Sink;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.LoggedMessage;
import io.github.hivemqtdengine.spool.Generations;
import io.github.hivemqtdengine.spool.LaneLogs;
import io.github.hivemqtdengine.spool.LaneLogs.WaitingMessages;
import io.github.hivemqtdengine.spool.SpoolLock;
import io.github.hivemqtdengine.spool.births.Births;
import io.github.hivemqtdengine.spool.disk.Durable;
import io.github.hivemqtdengine.spool.log.CommittedSegments;
import io.github.hivemqtdengine.spool.log.LaneLog;
import io.github.hivemqtdengine.spool.log.SpoolSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Replay of a copied spool. A block of replayed messages is committed in the copy's own logs as soon as it is synced at
 * its destination. A crash or a failure of the destination's disk repeats at most one block. Not thread-safe.
 */
final class ReplayedSpool implements Replayed {

    /** Messages that a crash repeats at most; a larger block shares a sync of the disk among more messages. */
    private static final int BLOCK_MESSAGES = 1_000;

    private static final long BLOCK_BYTES = 4L << 20;

    private final Path folder;
    private final Path noted;
    private final Births births;
    private Progress progress;
    /** Latest replayed number of each lane that is not committed yet. */
    private final Map<LaneLog, Long> taken = new LinkedHashMap<>();

    /** Lanes of which no message of the broker was read since the last gap. */
    private final Set<LaneLog> afterGap = new HashSet<>();

    private int takenMessages;
    private long takenBytes;

    /** @param noted the file of the progress */
    ReplayedSpool(Path folder, Path noted, Births births) throws IOException {
        this.folder = folder;
        this.noted = noted;
        this.births = births;
        this.progress = Progress.read(noted);
    }

    /** Returns whether a folder is a spool. */
    static boolean isSpool(Path folder) {
        return Files.isRegularFile(folder.resolve(Generations.CURRENT));
    }

    /**
     * Checks that no process uses a spool.
     *
     * @throws IOException if the spool is in use; the message says what to do
     */
    static void checkUnused(Path folder) throws IOException {
        try {
            SpoolLock.take(folder).close();
        } catch (SpoolLock.TakenException e) {
            throw new IOException(e.getMessage() + "; stop it first, or put a copy here", e);
        }
    }

    @Override
    public boolean handOver(Sink sink) throws IOException {
        var lock = SpoolLock.take(folder);
        try {
            var generations = new Generations(folder, Durable.Disk.SYSTEM);
            var lanes = new LaneLogs(
                            folder,
                            generations,
                            SpoolSettings.DEFAULT.maxBytes(),
                            Durable.Disk.SYSTEM,
                            CommittedSegments.DELETED)
                    .openAll(generations.valid());
            try (var waiting = new WaitingMessages(lanes)) {
                return handOver(waiting, sink);
            }
        } finally {
            lock.close();
            progress.write(noted);
        }
    }

    private boolean handOver(WaitingMessages waiting, Sink sink) throws IOException {
        for (var head = waiting.next(); head != null; head = waiting.next()) {
            var message = head.message();
            checkGapBefore(message, head.lane());
            if (!sink.accept(message.routeId(), message.message().asCopied())) {
                commit(sink);
                return false;
            }
            taken.put(head.lane(), message.number());
            takenMessages++;
            takenBytes += message.message().weight();
            if (takenMessages >= BLOCK_MESSAGES || takenBytes >= BLOCK_BYTES) {
                commit(sink);
            }
        }
        commit(sink);
        return true;
    }

    /** A message that is missing, dropped or damaged, may be a BIRTH: those after it must not use earlier names. */
    private void checkGapBefore(LoggedMessage message, LaneLog lane) {
        if (message.number() > taken.getOrDefault(lane, lane.oldestNumber() - 1) + 1) {
            afterGap.add(lane);
        }
        boolean usesNames = births.mayBeUsedBy(message.message().topic());
        if (afterGap.contains(lane) && (usesNames || !message.message().replayed())) {
            births.lostUntil(message.message().arrivalMicros() - 1, true);
        }
        if (!message.message().replayed()) {
            afterGap.remove(lane);
        }
    }

    /** Commits the replayed messages. They are deleted from the copy, so the destination is synced first. */
    private void commit(Sink sink) throws IOException {
        if (takenMessages == 0) {
            return;
        }
        sink.sync();
        births.flush(); // the copy will not show the gaps again
        taken.forEach((lane, number) -> lane.commit(number, lane.mark()));
        progress = progress.tookRecords(takenMessages);
        taken.clear();
        takenMessages = 0;
        takenBytes = 0;
    }

    @Override
    public Progress progress() {
        return progress;
    }
}
