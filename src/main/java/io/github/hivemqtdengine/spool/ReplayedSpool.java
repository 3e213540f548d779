package io.github.hivemqtdengine.spool;

import io.github.hivemqtdengine.pipeline.ReplaySource.Taker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A spool of elsewhere whose messages are taken in again. What is taken is settled in its own logs, so it is never taken
 * twice. Not for many threads.
 */
final class ReplayedSpool implements Replayed {

    private final Path folder;
    private final Path noted;
    private ReplayProgress progress;

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
            var generations = new Generations(folder);
            var lanes = new LaneLogs(folder, generations).openAll(generations.valid());
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
                return false;
            }
            head.lane().settle(message.number(), head.lane().mark());
            progress = progress.tookRecord();
        }
        return true;
    }

    @Override
    public ReplayProgress progress() {
        return progress;
    }
}
