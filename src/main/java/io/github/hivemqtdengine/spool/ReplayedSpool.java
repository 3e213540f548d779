package io.github.hivemqtdengine.spool;

import io.github.hivemqtdengine.pipeline.ReplaySource.Taker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A spool of elsewhere whose messages are taken in again. What is taken is settled in its own logs, a block at a time, as soon
 * as the block is on the disk where it was taken to. A process that dies in between takes one block twice at most; so does each
 * failure of that disk. Not for many threads.
 */
final class ReplayedSpool implements Replayed {

    /** A process that dies takes as many messages again at most; more of them share a sync of the disk. */
    private static final int BLOCK_MESSAGES = 1_000;

    private static final long BLOCK_BYTES = 4L << 20;

    private final Path folder;
    private final Path noted;
    private ReplayProgress progress;
    /** The latest number of each lane that was taken and is not settled. */
    private final Map<LaneLog, Long> taken = new LinkedHashMap<>();

    private int takenMessages;
    private long takenBytes;

    /** @param noted where it is noted how many were taken */
    ReplayedSpool(Path folder, Path noted) throws IOException {
        this.folder = folder;
        this.noted = noted;
        this.progress = ReplayProgress.read(noted);
    }

    /** Whether a folder is one. */
    static boolean isSpool(Path folder) {
        return Files.isRegularFile(folder.resolve(Generations.CURRENT));
    }

    /**
     * Makes sure that nobody uses a spool.
     *
     * @throws IOException with what to do if somebody does
     */
    static void checkUnused(Path folder) throws IOException {
        try {
            SpoolLock.take(folder).close();
        } catch (SpoolLock.TakenException e) {
            throw new IOException(e.getMessage() + "; stop it first, or put a copy here", e);
        }
    }

    @Override
    public boolean handOver(Taker taker) throws IOException {
        var lock = SpoolLock.take(folder);
        try {
            var generations = new Generations(folder, Durable.Disk.SYSTEM);
            var lanes = new LaneLogs(folder, generations, SpoolSettings.DEFAULT.maxBytes(), Durable.Disk.SYSTEM)
                    .openAll(generations.valid());
            try (var waiting = new WaitingMessages(lanes)) {
                return handOver(waiting, taker);
            }
        } finally {
            lock.close();
            progress.write(noted);
        }
    }

    private boolean handOver(WaitingMessages waiting, Taker taker) {
        for (var head = waiting.next(); head != null; head = waiting.next()) {
            var message = head.message();
            if (!taker.take(message.routeId(), message.message())) {
                settle(taker);
                return false;
            }
            taken.put(head.lane(), message.number());
            takenMessages++;
            takenBytes += message.message().weight();
            if (takenMessages >= BLOCK_MESSAGES || takenBytes >= BLOCK_BYTES) {
                settle(taker);
            }
        }
        settle(taker);
        return true;
    }

    /** What is settled here is deleted, so it has to be on the disk elsewhere before. */
    private void settle(Taker taker) {
        if (takenMessages == 0) {
            return;
        }
        taker.sync();
        taken.forEach((lane, number) -> lane.settle(number, lane.mark()));
        progress = progress.tookRecords(takenMessages);
        taken.clear();
        takenMessages = 0;
        takenBytes = 0;
    }

    @Override
    public ReplayProgress progress() {
        return progress;
    }
}
