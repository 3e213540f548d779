package io.github.hivemqtdengine.pipeline;

import java.time.Duration;

/** Tells the lanes of a pipeline that it stops, and until when they may drain. May be used by any thread. */
final class StopSignal {

    private static final long LONGEST_WHILE_DRAINING = Duration.ofSeconds(2).toNanos();

    private boolean stopping;
    private long deadlineNanos;

    /** Begins the stop. */
    synchronized void stopWithin(Duration drainTimeout) {
        stopping = true;
        deadlineNanos = System.nanoTime() + drainTimeout.toNanos();
        notifyAll();
    }

    /** Whether the stop has begun. */
    synchronized boolean isStopping() {
        return stopping;
    }

    /** Whether the time to drain is over. */
    synchronized boolean isOver() {
        return stopping && System.nanoTime() - deadlineNanos >= 0;
    }

    /**
     * Waits this long, or until the stop begins: what waits deserves another try then. While draining it waits for a
     * short time only, and never beyond the drain.
     */
    synchronized void pause(Duration duration) {
        boolean draining = stopping;
        long nanos = draining ? Math.min(duration.toNanos(), LONGEST_WHILE_DRAINING) : duration.toNanos();
        long end = System.nanoTime() + nanos;
        try {
            for (long left = left(end); left > 0 && stopping == draining; left = left(end)) {
                wait(left / 1_000_000 + 1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private long left(long end) {
        long left = end - System.nanoTime();
        return stopping ? Math.min(left, deadlineNanos - System.nanoTime()) : left;
    }
}
