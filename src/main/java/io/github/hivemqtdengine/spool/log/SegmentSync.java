// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.log;

import io.github.hivemqtdengine.spool.disk.Durable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Syncs the records and file names of a lane's log to the disk. Used by the thread that syncs. */
final class SegmentSync {

    private static final Logger LOG = LoggerFactory.getLogger(SegmentSync.class);

    /** Database, generation, spool, the extension's folder, and the parent of that folder. */
    private static final int DEPTH = 5;

    private final Path folder;
    private final LongFunction<List<Segment>> beyond;
    private final Durable.Disk disk;
    /** Every record up to here is on the disk, as are the names of the files up to {@link #syncedSegment}. */
    private long syncedNumber;

    private @Nullable Segment syncedSegment;

    /**
     * @param beyond the log's segments with a record beyond a number; deleted segments need no sync
     * @param disk the target of syncs
     */
    SegmentSync(Path folder, LongFunction<List<Segment>> beyond, Durable.Disk disk) {
        this.folder = folder;
        this.beyond = beyond;
        this.disk = disk;
    }

    /**
     * Syncs everything that is not known to be on the disk.
     *
     * @throws IOException if the disk fails; the next sync starts with the segment that failed
     */
    void sync() throws IOException {
        var unsynced = beyond.apply(syncedNumber);
        if (unsynced.isEmpty()) {
            return;
        }
        var newest = unsynced.get(unsynced.size() - 1);
        for (var older : unsynced.subList(0, unsynced.size() - 1)) {
            long number = older.lastNumber();
            force(older);
            syncedNumber = number; // its name is synced with that of the newest, or earlier
        }
        long number = newest.lastNumber(); // read before the sync: the segment may grow in the meantime
        force(newest);
        if (syncedSegment == null) {
            forceNames();
        } else if (newest != syncedSegment) {
            disk.forceNames(folder);
        }
        syncedSegment = newest;
        syncedNumber = number;
    }

    /** Syncs the names of the log's files, of its folder, and of parent folders that the spool may have created. */
    void forceNames() throws IOException {
        disk.forceNames(folder);
        var parent = folder.toAbsolutePath();
        for (int i = 0; i < DEPTH && parent.getParent() != null; i++) {
            parent = parent.getParent();
            disk.forceNames(parent);
        }
    }

    /** Syncs one segment, unless it was deleted. */
    void force(Segment segment) throws IOException {
        try {
            disk.force(segment.file());
        } catch (NoSuchFileException e) {
            LOG.debug("Segment was committed and deleted before its sync", e);
        }
    }
}
