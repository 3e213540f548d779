package io.github.hivemqtdengine.pipeline;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the operator that messages go through memory only because the spool takes none: one line when that begins, and one
 * when it ends. May be used by any thread.
 */
final class SpoolBypass {

    private static final Logger LOG = LoggerFactory.getLogger(SpoolBypass.class);

    /**
     * How long the spool has to take every message until the bypass counts as ended: where room comes and goes, small
     * messages fit and large ones do not, and each of them would begin or end a bypass.
     */
    private static final Duration UNTIL_END = Duration.ofSeconds(10);

    private final LongSupplier nanos;
    private final BooleanSupplier hasRoom;
    private final LongAdder messages = new LongAdder();
    private volatile boolean isActive;
    private volatile long latest;
    private volatile long latestRefusal;

    /**
     * No bypass yet.
     *
     * @param nanos a clock like {@link System#nanoTime}
     * @param hasRoom whether the spool has room, whatever else may be wrong with its disk; any thread may ask
     */
    SpoolBypass(LongSupplier nanos, BooleanSupplier hasRoom) {
        this.nanos = nanos;
        this.hasRoom = hasRoom;
    }

    /**
     * Counts a message that goes through memory only.
     *
     * @param refusal what {@link MessageLog#append} has returned
     */
    void bypassed(long refusal) {
        latest = nanos.getAsLong();
        latestRefusal = refusal;
        messages.increment();
        if (!isActive) {
            begin(refusal);
        }
    }

    private synchronized void begin(long refusal) {
        if (!isActive) {
            isActive = true;
            LOG.warn(
                    "The spool takes no messages: {}; they wait in memory only, and are lost if the process dies; {}",
                    cause(refusal),
                    remedy(refusal));
        }
    }

    private static String cause(long refusal) {
        if (refusal == MessageLog.NO_ROOM) {
            return "it has reached max-bytes";
        }
        return refusal == MessageLog.DISK_SHORT
                ? "less of its disk is free than min-free-bytes"
                : "its disk fails or is full";
    }

    private static String remedy(long refusal) {
        return refusal == MessageLog.NO_ROOM ? "raise max-bytes" : "make room on the disk, or replace it";
    }

    /** The spool has taken a message. */
    void spooled() {
        if (isActive && !isRecent()) {
            end();
        }
    }

    private synchronized void end() {
        if (isActive) {
            isActive = false;
            LOG.info("The spool takes messages again; {} messages went through memory only so far", messages.sum());
        }
    }

    /**
     * Returns whether messages go through memory only, or would if one came. Where none comes that would end it, room ends
     * it; a disk that has failed may fail again, so only a message that it takes does.
     */
    boolean isActive() {
        return isActive && (isRecent() || latestRefusal == MessageLog.FAILED || !hasRoom.getAsBoolean());
    }

    private boolean isRecent() {
        return nanos.getAsLong() - latest < UNTIL_END.toNanos();
    }

    /** Returns how many messages went through memory only since the start. */
    long messages() {
        return messages.sum();
    }
}
