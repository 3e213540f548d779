// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.archive;

import io.github.hivemqtdengine.spool.disk.PrivateFiles;
import io.github.hivemqtdengine.spool.log.CommittedSegments;
import io.github.hivemqtdengine.time.OncePerInterval;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Folder of committed segments, within limits. A segment is moved into it, not copied, so after a kill it is either
 * here or in the spool. The oldest ones are deleted for newer ones, and for the spool's room on the disk.
 */
public final class Archive implements CommittedSegments {

    private static final Logger LOG = LoggerFactory.getLogger(Archive.class);

    /** Name of the folder in the extension's data folder. */
    public static final String NAME = "archive";

    /** Limits the memory for their names to about 10 MB. */
    static final int MAX_FILES = 65_536;

    /** Room left besides that of the spool, so that the spool hardly ever has to ask for it. */
    private static final long MARGIN = 256L << 20;

    private final Path folder;
    private final ArchiveSettings settings;
    private final long minFreeBytes;
    private final FileStore disk;
    private final Clock clock;
    private final OncePerInterval failures = new OncePerInterval(Duration.ofMinutes(1));
    /** Oldest first. */
    private final Deque<Kept> segments = new ArrayDeque<>();

    private long bytes;
    private long lastNumber;
    private long notKept;

    /** File in the folder; see {@link ArchivedSegment}. */
    private record Kept(String name, long bytes, long latestMillis) {}

    /**
     * Opens the archive in this folder, or creates one.
     *
     * @param minFreeBytes the space of the disk that the spool leaves free, bytes
     * @throws IOException if the folder can't be used
     */
    public Archive(Path folder, ArchiveSettings settings, long minFreeBytes, Clock clock) throws IOException {
        PrivateFiles.createFolders(folder);
        PrivateFiles.restrict(folder);
        this.folder = folder;
        this.settings = settings;
        this.minFreeBytes = minFreeBytes;
        this.disk = Files.getFileStore(folder);
        this.clock = clock;
        ArchivedSegment.in(folder).forEach(this::add);
    }

    private void add(ArchivedSegment segment) {
        var name = segment.file().getFileName().toString();
        segments.add(new Kept(name, segment.bytes(), segment.latestMillis()));
        bytes += segment.bytes();
        lastNumber = segment.number();
    }

    /** Moves a segment into the archive; deletes it if that fails, since the database has its messages. */
    @Override
    public synchronized void take(Path segment) throws IOException {
        long now = TimeUnit.MILLISECONDS.toMicros(clock.millis()); // no number that a process before has given since
        var file = ArchivedSegment.file(folder, Math.max(lastNumber + 1, now), segment);
        try {
            Files.move(segment, file, StandardCopyOption.ATOMIC_MOVE);
            ArchivedSegment.of(file).ifPresent(this::add);
        } catch (IOException e) {
            if (Files.notExists(segment)) {
                return;
            }
            notKept++;
            if (failures.tryAcquire()) {
                LOG.error(
                        "Stored messages cannot be kept in the archive: {}; see whether the broker may write to \"{}\","
                                + " and whether it is on the disk of the spool",
                        e.toString(),
                        folder);
            }
            Files.deleteIfExists(segment);
        }
        deleteOld();
    }

    /** Deletes files that are too old, and the oldest ones beyond the other limits. */
    public synchronized void deleteOld() {
        long oldest = clock.millis() - settings.maxAge().toMillis();
        while (!segments.isEmpty()
                && (bytes > settings.maxBytes()
                        || segments.size() > MAX_FILES
                        || segments.element().latestMillis < oldest
                        || freeBytes() < minFreeBytes + MARGIN)) {
            if (!deleteOldest()) {
                return;
            }
        }
    }

    @Override
    public synchronized boolean giveUp(long wanted) {
        long given = 0;
        while (given < wanted && !segments.isEmpty()) {
            given += segments.element().bytes;
            if (!deleteOldest()) {
                return false;
            }
        }
        return given >= wanted;
    }

    private boolean deleteOldest() {
        var oldest = segments.element();
        try {
            Files.deleteIfExists(folder.resolve(oldest.name));
        } catch (IOException e) {
            if (failures.tryAcquire()) {
                LOG.error("Old files of the archive in \"{}\" cannot be deleted: {}", folder, e.toString());
            }
            return false;
        }
        segments.remove();
        bytes -= oldest.bytes;
        return true;
    }

    private long freeBytes() {
        try {
            return disk.getUsableSpace();
        } catch (IOException e) {
            return Long.MAX_VALUE; // the next move will tell
        }
    }

    /** Returns the size of all files, bytes. */
    public synchronized long bytes() {
        return bytes;
    }

    /** Returns the number of segments that could not be kept since the start. */
    public synchronized long notKept() {
        return notKept;
    }
}
