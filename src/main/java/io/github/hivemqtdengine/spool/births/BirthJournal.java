package io.github.hivemqtdengine.spool.births;

import io.github.hivemqtdengine.spool.disk.DiskRest;
import io.github.hivemqtdengine.time.OncePerInterval;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Log of births that is compacted when it has doubled, and that reports failures of the disk. Not thread-safe. */
final class BirthJournal implements Closeable {

    private static final Logger LOG = LoggerFactory.getLogger(BirthJournal.class);

    /** A log below this size is not compacted, bytes. */
    private static final long SMALL = 1_024 * 1_024;

    private final Path folder;
    private final BirthLog log;
    private final BirthLog.Live live;
    private final OncePerInterval failures = new OncePerInterval(Duration.ofMinutes(1));
    private final DiskRest rest = new DiskRest(System::nanoTime);
    private boolean hasFailed;
    /** Whether the file may lack records of what the memory knows. */
    private boolean isIncomplete;

    private volatile boolean isUnsynced = true;
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
            isUnsynced = true;
            long at = log.append(record);
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

    /** Appends a record of a change of the memory. If that fails, the next sync writes all records anew. */
    void appendOrRepair(BirthRecord record) {
        isUnsynced = true;
        try {
            log.append(record);
        } catch (IOException e) {
            isIncomplete = true;
        }
    }

    /** Returns whether some records may not be on the disk; any thread may ask. */
    boolean isUnsynced() {
        return isUnsynced;
    }

    /** Syncs all records, or marks the file as incomplete: then the next start uses no names of before. */
    void sync() throws IOException {
        if (rest.isOn()) {
            if (log.isMarkedIncomplete()) {
                return;
            }
            throw new IOException("The disk failed a moment ago");
        }
        syncNow();
    }

    private void syncNow() throws IOException {
        try {
            if (isIncomplete) {
                log.compact(live);
            }
            log.sync();
            isIncomplete = false;
            isUnsynced = false;
        } catch (IOException e) {
            isIncomplete = true; // the system reports a failed write once, and may have lost the bytes
            rest.begin();
            markIncomplete();
        }
    }

    private void markIncomplete() throws IOException {
        try {
            log.markIncomplete(); // needs no room on a full disk
        } catch (IOException e) {
            fail(e);
            throw e;
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
            if (isIncomplete) {
                syncNow();
            }
        } finally {
            log.close();
        }
    }
}
