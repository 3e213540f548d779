package io.github.hivemqtdengine.spool.births;

import io.github.hivemqtdengine.pipeline.time.OncePerInterval;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Log of births that is compacted when it has doubled, and that reports failures of the disk. Not thread-safe. */
final class BirthJournal implements Closeable {

    private static final Logger LOG = LoggerFactory.getLogger(BirthJournal.class);

    /** A log below this size is not compacted, bytes. */
    private static final long SMALL = 1_024 * 1_024;

    private static final int MOST_PENDING = 1_000;

    private final Path folder;
    private final BirthLog log;
    private final BirthLog.Live live;
    private final Queue<BirthRecord> pending = new ArrayDeque<>();
    private final OncePerInterval failures = new OncePerInterval(Duration.ofMinutes(1));
    private boolean hasFailed;
    private long compactAt = SMALL;

    /** @param live writes the records that are still needed */
    BirthJournal(Path folder, BirthLog log, BirthLog.Live live) {
        this.folder = folder;
        this.log = log;
        this.live = live;
    }

    /**
     * Appends a record, or nothing if that fails.
     *
     * @return the offset of its payload
     */
    long append(BirthRecord record) throws IOException {
        try {
            compactIfDoubled();
            appendPending(false);
            long at = log.append(record, true);
            if (hasFailed) {
                hasFailed = false;
                LOG.info("Sparkplug births are written to \"{}\" again", folder);
            }
            return at;
        } catch (IOException e) {
            fail(e);
            throw e;
        }
    }

    private void fail(IOException e) {
        hasFailed = true;
        if (failures.tryAcquire()) {
            LOG.error(
                    "Sparkplug births cannot be written to \"{}\": {}; their messages wait, and the lanes with"
                            + " them; free space on the disk, or repair it",
                    folder,
                    e.toString());
        }
    }

    private void appendPending(boolean isForced) throws IOException {
        for (var next = pending.peek(); next != null; next = pending.peek()) {
            log.append(next, isForced);
            pending.remove();
        }
    }

    /**
     * Appends a record to the page cache. If that fails, appends it before the next one or at the close, and forgets it
     * if too many wait.
     */
    void appendUnforced(BirthRecord record) {
        if (pending.size() < MOST_PENDING) {
            pending.add(record);
        }
        try {
            appendPending(false);
        } catch (IOException e) {
            // the record waits
        }
    }

    /** Appends a record, now or before the next one. */
    void appendLater(BirthRecord record) {
        pending.add(record);
        try {
            appendPending(true);
        } catch (IOException e) {
            fail(e);
        }
    }

    /**
     * Removes what is no longer needed, if the log has doubled; then payloads move. A failure costs room only, since the
     * log stays as it is.
     */
    void compactIfDoubled() {
        if (log.size() < compactAt) {
            return;
        }
        try {
            log.compact(live);
            compactAt = Math.max(SMALL, 2 * log.size());
        } catch (IOException e) {
            compactAt = log.size() + Math.max(SMALL, log.size() / 2);
            LOG.warn("The log of Sparkplug births in \"{}\" cannot be compacted: {}", folder, e.toString());
        }
    }

    @Override
    public void close() throws IOException {
        try {
            appendPending(true);
        } finally {
            log.close();
        }
    }
}
