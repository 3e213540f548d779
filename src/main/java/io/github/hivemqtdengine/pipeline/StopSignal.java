package io.github.hivemqtdengine.pipeline;

import java.time.Duration;

/** Tells the lanes of a pipeline that it stops, and until when they may drain. May be used by any thread. */
final class StopSignal {

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

    /** Waits this long, or until the time to drain is over. */
    synchronized void pause(Duration duration) {
        long end = System.nanoTime() + duration.toNanos();
        try {
            for (long left = left(end); left > 0; left = left(end)) {
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
