// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.queue;

import io.github.hivemqtdengine.pipeline.queue.MessageLog.Status;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * State of the spool bypass: messages go through memory only because the spool accepts none. Logs one line when that
 * begins and one when it ends. May be used by any thread.
 */
public final class SpoolBypass {

    private static final Logger LOG = LoggerFactory.getLogger(SpoolBypass.class);

    /**
     * Time without a refusal after which the bypass ends. In a nearly full spool, small messages fit and large ones do
     * not; each would begin or end a bypass.
     */
    private static final Duration UNTIL_END = Duration.ofSeconds(10);

    private final LongSupplier nanos;
    private final BooleanSupplier hasRoom;
    private final LongAdder messages = new LongAdder();
    private volatile boolean isActive;
    private volatile long latest;
    private volatile Status latestRefusal = Status.ACCEPTED;

    /**
     * Creates an inactive bypass.
     *
     * @param nanos a clock like {@link System#nanoTime}
     * @param hasRoom returns whether the spool has room, even if its disk fails otherwise; called by any thread
     */
    public SpoolBypass(LongSupplier nanos, BooleanSupplier hasRoom) {
        this.nanos = nanos;
        this.hasRoom = hasRoom;
    }

    /**
     * Counts a message that goes through memory only.
     *
     * @param refusal the reason why the log did not accept it
     */
    void countBypassed(Status refusal) {
        latest = nanos.getAsLong();
        latestRefusal = refusal;
        messages.increment();
        if (!isActive) {
            begin(refusal);
        }
    }

    private synchronized void begin(Status refusal) {
        if (!isActive) {
            isActive = true;
            LOG.warn(
                    "Spool accepts no messages: {}; messages wait in memory only and are lost if the process"
                            + " dies; {}",
                    cause(refusal),
                    remedy(refusal));
        }
    }

    private static String cause(Status refusal) {
        return switch (refusal) {
            case NO_ROOM -> "it has reached max-bytes";
            case DISK_SHORT -> "the free space of its disk is below min-free-bytes";
            case FAILED -> "its disk fails or is full";
            case ACCEPTED, TOO_LARGE -> throw new IllegalArgumentException("no bypass after " + refusal);
        };
    }

    private static String remedy(Status refusal) {
        return refusal == Status.NO_ROOM ? "raise max-bytes" : "free space on the disk, or replace it";
    }

    /** Records that the spool has accepted a message. */
    void recordSpooled() {
        if (isActive && !isRecent()) {
            end();
        }
    }

    private synchronized void end() {
        if (isActive) {
            isActive = false;
            LOG.info("Spool accepts messages again; {} messages went through memory only so far", messages.sum());
        }
    }

    /**
     * Returns whether messages go through memory only, or would if one arrived. Free room ends the bypass without a
     * message. A disk that has failed may fail again, so only an accepted message ends the bypass.
     */
    public boolean isActive() {
        return isActive && (isRecent() || latestRefusal == Status.FAILED || !hasRoom.getAsBoolean());
    }

    private boolean isRecent() {
        return nanos.getAsLong() - latest < UNTIL_END.toNanos();
    }

    /** Returns how many messages went through memory only since the start. */
    public long messages() {
        return messages.sum();
    }
}
