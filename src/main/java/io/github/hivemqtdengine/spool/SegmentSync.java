package io.github.hivemqtdengine.spool;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings what has grown of a lane's log to the disk, and the names of its files. For the thread that syncs. */
final class SegmentSync {

    private static final Logger LOG = LoggerFactory.getLogger(SegmentSync.class);

    /** Database, generation, spool, the extension's folder, and the one that this is in. */
    private static final int DEPTH = 5;

    private final Path folder;
    private final LongFunction<List<Segment>> beyond;
    private final Durable.Disk disk;
    /** Every record up to here is on the disk, and the names of the files too where those of {@link #syncedSegment} are. */
    private long syncedNumber;

    private @Nullable Segment syncedSegment;

    /**
     * @param beyond the log's segments with a record beyond a number; what has left the log has no need of the disk
     * @param disk what they are brought to
     */
    SegmentSync(Path folder, LongFunction<List<Segment>> beyond, Durable.Disk disk) {
        this.folder = folder;
        this.beyond = beyond;
        this.disk = disk;
    }

    /**
     * Brings to the disk what is not known to be there.
     *
     * @throws IOException if the disk fails; the next sync begins with the segment that this one has failed at
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
            syncedNumber = number; // the name is synced with that of the newest, or before
        }
        long number = newest.lastNumber(); // before the disk is asked: it may grow in the meantime
        force(newest);
        if (syncedSegment == null) {
            forceNames();
        } else if (newest != syncedSegment) {
            disk.forceNames(folder);
        }
        syncedSegment = newest;
        syncedNumber = number;
    }

    /** Of the log's files and its folder, and of those that this is in, which the spool may have made. */
    void forceNames() throws IOException {
        disk.forceNames(folder);
        var parent = folder.toAbsolutePath();
        for (int i = 0; i < DEPTH && parent.getParent() != null; i++) {
            parent = parent.getParent();
            disk.forceNames(parent);
        }
    }

    /** Brings one segment to the disk, if it is still there. */
    void force(Segment segment) throws IOException {
        try {
            disk.force(segment.file());
        } catch (NoSuchFileException e) {
            LOG.debug("It was settled and deleted in the meantime", e);
        }
    }
}
