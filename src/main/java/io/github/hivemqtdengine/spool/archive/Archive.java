// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.archive;

import io.github.hivemqtdengine.spool.disk.PrivateFiles;
import io.github.hivemqtdengine.spool.log.CommittedSegments;
import io.github.hivemqtdengine.time.OncePerInterval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Folder of committed segments, within limits. A segment is moved into it, not copied, so after a kill it is either
 * here or in the spool. The oldest ones are deleted for newer ones, and for the spool's room on the disk. If the folder
 * cannot be used, the segments are deleted. Thread-safe.
 */
public final class Archive implements CommittedSegments {

    private static final Logger LOG = LoggerFactory.getLogger(Archive.class);

    /** Name of the folder in the extension's data folder. */
    public static final String NAME = "archive";

    /** Space of the disk that is left free besides that of the spool, bytes. */
    public static final long MARGIN = 256L << 20;

    /** Limits the memory for their names to about 10 MB. */
    private static final int MAX_FILES = 65_536;

    /** Limits the time that a thread waits for {@link #giveUp}. */
    private static final int MAX_GIVEN_UP_AT_ONCE = 4;

    private final Path folder;
    private final ArchiveSettings settings;
    private final long minFreeBytes;
    private final Clock clock;
    private final OncePerInterval failures = new OncePerInterval(Duration.ofMinutes(1));
    /** Oldest first, but for those that could not be deleted. */
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
     */
    public Archive(Path folder, ArchiveSettings settings, long minFreeBytes, Clock clock) {
        this.folder = folder;
        this.settings = settings;
        this.minFreeBytes = minFreeBytes;
        this.clock = clock;
        try {
            PrivateFiles.createFolders(folder);
            PrivateFiles.restrict(folder);
            for (var found : ArchivedSegment.in(folder)) {
                add(found.file(), found.bytes(), found.latestMillis());
                lastNumber = found.number();
            }
        } catch (IOException e) {
            reportUnusable(e);
        }
    }

    private void add(Path file, long size, long latestMillis) {
        segments.add(new Kept(file.getFileName().toString(), size, latestMillis));
        bytes += size;
    }

    /** Moves a segment into the archive; deletes it if that fails, since the database has its messages. */
    @Override
    public synchronized void take(Path segment) throws IOException {
        try {
            long size = Files.size(segment);
            long latest = Files.getLastModifiedTime(segment).toMillis();
            long now = TimeUnit.MILLISECONDS.toMicros(clock.millis()); // above the numbers of a process that was killed
            long number = Math.max(lastNumber + 1, now);
            var file = ArchivedSegment.file(folder, number, segment);
            if (Files.notExists(folder)) {
                PrivateFiles.createFolders(folder);
            }
            Files.move(segment, file, StandardCopyOption.ATOMIC_MOVE);
            add(file, size, latest);
            lastNumber = number;
        } catch (IOException | RuntimeException e) {
            if (Files.deleteIfExists(segment)) {
                notKept++;
                reportUnusable(e);
            }
        }
    }

    private void reportUnusable(Exception cause) {
        if (failures.tryAcquire()) {
            LOG.error(
                    "Stored messages cannot be kept in the archive: {}; see whether the broker may write to \"{}\","
                            + " and whether it is on the disk of the spool",
                    cause.toString(),
                    folder);
        }
    }

    /** Deletes files that are too old, and the oldest ones beyond the other limits. */
    public void deleteOld() {
        tooOld().ifPresent(this::delete); // one at a time: a clock that is wrong for a minute must not delete all
        long missing = minFreeBytes + MARGIN - freeBytes();
        for (int tries = files(); tries > 0; tries--) {
            var oldest = oldestIfMany(missing > 0);
            if (oldest == null) {
                return;
            }
            missing -= delete(oldest) ? oldest.bytes : 0;
        }
    }

    private synchronized Optional<Kept> tooOld() {
        long oldest = clock.millis() - settings.maxAge().toMillis();
        return segments.stream().filter(kept -> kept.latestMillis < oldest).findFirst();
    }

    private synchronized int files() {
        return segments.size();
    }

    /** Returns the oldest file if there are more than the limits allow, or the disk is short of room. */
    private synchronized @Nullable Kept oldestIfMany(boolean isDiskShort) {
        boolean areMany = bytes > settings.maxBytes() || segments.size() > MAX_FILES || isDiskShort;
        return areMany ? segments.peek() : null;
    }

    @Override
    public boolean giveUp(long wanted) {
        long given = 0;
        for (int tries = Math.min(files(), MAX_GIVEN_UP_AT_ONCE); tries > 0 && given < wanted; tries--) {
            var oldest = oldestIfMany(true);
            given += oldest != null && delete(oldest) ? oldest.bytes : 0;
        }
        return given > 0;
    }

    private synchronized boolean delete(Kept old) {
        if (!segments.remove(old)) {
            return false; // another thread was faster
        }
        try {
            bytes -= old.bytes;
            return Files.deleteIfExists(folder.resolve(old.name));
        } catch (IOException e) {
            segments.add(old); // the others go first
            bytes += old.bytes;
            if (failures.tryAcquire()) {
                LOG.error("Old files of the archive in \"{}\" cannot be deleted: {}", folder, e.toString());
            }
            return false;
        }
    }

    /** Returns the free space of the disk, bytes: a system call. */
    private long freeBytes() {
        long free = folder.toFile().getUsableSpace();
        return free == 0 && Files.notExists(folder) ? Long.MAX_VALUE : free;
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
