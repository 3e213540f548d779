// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.log;

import java.io.IOException;
import java.nio.file.FileStore;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Room that the logs of all lanes may still take. Thread-safe. */
public final class SpoolBudget {

    private static final int SMALLEST_SEGMENT = 4_096;
    private static final int SEGMENTS = 256;
    private static final long BYTES_BETWEEN_LOOKS = 4L * 1_024 * 1_024;
    private static final long NANOS_BETWEEN_LOOKS = Duration.ofMillis(100).toNanos();

    private final FileStore disk;
    private final SpoolSettings settings;
    private final CommittedSegments committed;
    private final AtomicLong used = new AtomicLong();
    private final AtomicLong untilLook = new AtomicLong();
    private volatile boolean isOverdrawn;
    private volatile boolean isDiskFull;
    private volatile long lookedAt = System.nanoTime();

    /** @param disk the store of the spool; finding it is expensive, querying it is not */
    public SpoolBudget(FileStore disk, SpoolSettings settings) {
        this(disk, settings, CommittedSegments.DELETED);
    }

    /**
     * @param disk the store of the spool; finding it is expensive, querying it is not
     * @param committed takes committed segments, and gives them up when the disk is short of room
     */
    public SpoolBudget(FileStore disk, SpoolSettings settings, CommittedSegments committed) {
        this.disk = disk;
        this.settings = settings;
        this.committed = committed;
    }

    CommittedSegments committed() {
        return committed;
    }

    public long usedBytes() {
        return used.get();
    }

    /** Takes room for this many bytes; {@code false} if there is none. */
    boolean acquire(long bytes) {
        boolean hasRoom = isOverdrawn || (isWithinSize(bytes) && findRoomOnDisk(bytes));
        if (hasRoom) {
            used.addAndGet(bytes);
        }
        return hasRoom;
    }

    /** Returns whether {@link #acquire} would surely find no room for this many bytes; cheap enough to be called first. */
    boolean isFull(long bytes) {
        return !isOverdrawn && (!isWithinSize(bytes) || (isDiskFull && !isTimeToLook()));
    }

    /** Returns whether this many more bytes are within the configured size, regardless of the disk. */
    boolean isWithinSize(long bytes) {
        return used.get() + bytes <= settings.maxBytes();
    }

    /** Returns whether there is room for another segment, with the disk's current free space: a system call. */
    public boolean hasRoom() {
        return isWithinSize(segmentBytes()) && freeBytes() >= settings.minFreeBytes();
    }

    /** Finds room on the disk, which is queried only at intervals, since that is a system call. */
    private boolean findRoomOnDisk(long bytes) {
        boolean isDue = isDiskFull ? isTimeToLook() : untilLook.addAndGet(-bytes) <= 0;
        if (isDue) {
            lookedAt = System.nanoTime();
            untilLook.set(BYTES_BETWEEN_LOOKS);
            long missing = settings.minFreeBytes() - freeBytes();
            isDiskFull = missing > 0 && !committed.giveUp(missing);
        }
        return !isDiskFull;
    }

    /** Returns whether less than the minimum of the disk was free at the last look. */
    boolean isShort() {
        return isDiskFull;
    }

    private boolean isTimeToLook() {
        return System.nanoTime() - lookedAt > NANOS_BETWEEN_LOOKS;
    }

    private long freeBytes() {
        try {
            return disk.getUsableSpace();
        } catch (IOException e) {
            return Long.MAX_VALUE; // writing will tell
        }
    }

    /** Returns whether this many bytes can ever fit. */
    boolean canEverFit(long bytes) {
        return isOverdrawn || bytes <= settings.maxBytes();
    }

    /** Allows room to be taken beyond the limits. */
    public void overdraw(boolean isAllowed) {
        isOverdrawn = isAllowed;
    }

    /** Counts bytes that already exist, even beyond the limits. */
    void found(long bytes) {
        used.addAndGet(bytes);
    }

    /** Returns bytes to the budget that were not written, or were deleted. */
    void release(long bytes) {
        used.addAndGet(-bytes);
    }

    /** Returns the limit of a segment, bytes: small enough that the open segments do not fill the spool. */
    int segmentBytes() {
        return (int) Math.min(settings.segmentBytes(), Math.max(SMALLEST_SEGMENT, settings.maxBytes() / SEGMENTS));
    }
}
