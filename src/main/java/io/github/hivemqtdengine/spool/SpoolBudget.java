package io.github.hivemqtdengine.spool;

import java.io.IOException;
import java.nio.file.FileStore;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** How much the logs of all lanes may still write. May be used by any thread. */
final class SpoolBudget {

    private static final int SMALLEST_SEGMENT = 4_096;
    private static final int SEGMENTS = 256;
    private static final long BYTES_BETWEEN_LOOKS = 4L * 1_024 * 1_024;
    private static final long NANOS_BETWEEN_LOOKS = Duration.ofMillis(100).toNanos();

    private final FileStore disk;
    private final SpoolSettings settings;
    private final AtomicLong used = new AtomicLong();
    private final AtomicLong untilLook = new AtomicLong();
    private volatile boolean isOverdrawn;
    private volatile boolean isDiskFull;
    private volatile long lookedAt = System.nanoTime();

    /** @param disk where the spool is; finding it is dear, asking it is not */
    SpoolBudget(FileStore disk, SpoolSettings settings) {
        this.disk = disk;
        this.settings = settings;
    }

    /** Returns how many bytes are taken. */
    long usedBytes() {
        return used.get();
    }

    /** Takes room for so many bytes, if there is. */
    boolean take(long bytes) {
        boolean hasRoom = isOverdrawn || (isWithinSize(bytes) && !isDiskFull(bytes));
        if (hasRoom) {
            used.addAndGet(bytes);
        }
        return hasRoom;
    }

    /** Whether {@link #take} would surely find no room for so many bytes: cheap enough to be asked first. */
    boolean isFull(long bytes) {
        return !isOverdrawn && (!isWithinSize(bytes) || (isDiskFull && !isTimeToLook()));
    }

    /** Returns whether so many bytes more are within the configured size, whatever the disk says. */
    boolean isWithinSize(long bytes) {
        return used.get() + bytes <= settings.maxBytes();
    }

    /** Whether there is room for another segment, as the disk says now: a system call. */
    boolean hasRoom() {
        return isWithinSize(segmentBytes()) && freeBytes() >= settings.minFreeBytes();
    }

    /** Looks at the disk now and then only: that is a system call. */
    private boolean isDiskFull(long bytes) {
        boolean isDue = isDiskFull ? isTimeToLook() : untilLook.addAndGet(-bytes) <= 0;
        if (isDue) {
            lookedAt = System.nanoTime();
            untilLook.set(BYTES_BETWEEN_LOOKS);
            isDiskFull = freeBytes() < settings.minFreeBytes();
        }
        return isDiskFull;
    }

    /** Whether less of the disk was free than is to be left, when it was looked at last. */
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

    /** Whether there can be room for so many bytes at all. */
    boolean couldEverTake(long bytes) {
        return isOverdrawn || bytes <= settings.maxBytes();
    }

    /** Lets room be taken whether there is any or not. */
    void overdraw(boolean isAllowed) {
        isOverdrawn = isAllowed;
    }

    /** So much is there already, whether there is room or not. */
    void found(long bytes) {
        used.addAndGet(bytes);
    }

    /** So much was not written, or is deleted. */
    void give(long bytes) {
        used.addAndGet(-bytes);
    }

    /** The size at which a log goes on in another file: small enough for the segments that are begun not to fill it. */
    int segmentBytes() {
        return (int) Math.min(settings.segmentBytes(), Math.max(SMALLEST_SEGMENT, settings.maxBytes() / SEGMENTS));
    }
}
