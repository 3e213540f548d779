package io.github.hivemqtdengine.pipeline;

import java.time.Duration;

/** Tells lanes that they stop, and until when they may drain. May be used by any thread. */
final class StopSignal {

    private static final long LONGEST_WHILE_DRAINING = Duration.ofSeconds(2).toNanos();

    private boolean stopping;
    private long deadlineNanos;
    private int hurries;

    /** Begins the stop. */
    synchronized void stopWithin(Duration drainTimeout) {
        stopping = true;
        deadlineNanos = System.nanoTime() + drainTimeout.toNanos();
        notifyAll();
    }

    /** Ends the pauses that last: what waits deserves another try. */
    synchronized void hurry() {
        hurries++;
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

    /** How often there was a {@link #hurry}. */
    synchronized int hurries() {
        return hurries;
    }

    /**
     * Waits this long, or until the stop begins: what waits deserves another try then. While draining it waits for a
     * short time only, and never beyond the drain.
     */
    void pause(Duration duration) {
        pause(duration, hurries());
    }

    /**
     * The same, but it ends, or does not begin, where there was a {@link #hurry}.
     *
     * @param hurriesBefore what {@link #hurries} has said before that was tried which needs a pause now
     */
    synchronized void pause(Duration duration, int hurriesBefore) {
        boolean draining = stopping;
        long nanos = draining ? Math.min(duration.toNanos(), LONGEST_WHILE_DRAINING) : duration.toNanos();
        long end = System.nanoTime() + nanos;
        try {
            for (long left = left(end); left > 0 && isPausing(draining, hurriesBefore); left = left(end)) {
                wait(left / 1_000_000 + 1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isPausing(boolean draining, int hurriesBefore) {
        return stopping == draining && hurries == hurriesBefore;
    }

    private long left(long end) {
        long left = end - System.nanoTime();
        return stopping ? Math.min(left, deadlineNanos - System.nanoTime()) : left;
    }
}
