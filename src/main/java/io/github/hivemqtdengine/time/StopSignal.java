// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.time;

import java.time.Duration;

/** Stop signal of lanes, with the deadline of the drain. May be used by any thread. */
public final class StopSignal {

    private static final long LONGEST_WHILE_DRAINING = Duration.ofSeconds(2).toNanos();

    private boolean stopping;
    private long deadlineNanos;
    private int wakeUps;

    public synchronized void stopWithin(Duration drainTimeout) {
        stopping = true;
        deadlineNanos = System.nanoTime() + drainTimeout.toNanos();
        notifyAll();
    }

    /** Ends all current pauses, so that waiting batches are retried at once. */
    public synchronized void wakeUp() {
        wakeUps++;
        notifyAll();
    }

    /** Returns whether the stop has begun. */
    public synchronized boolean isStopping() {
        return stopping;
    }

    /** Returns whether the drain time is over. */
    public synchronized boolean isOver() {
        return stopping && System.nanoTime() - deadlineNanos >= 0;
    }

    /** Returns how often {@link #wakeUp} was called. */
    public synchronized int wakeUps() {
        return wakeUps;
    }

    /**
     * Pauses for this time or until the stop begins, which is worth another attempt. A pause while draining is at most
     * 2 s, and ends with the drain time.
     */
    public void pause(Duration duration) {
        pause(duration, wakeUps());
    }

    /**
     * Pauses as {@link #pause(Duration)}, but ends, or does not begin, after a call of {@link #wakeUp}.
     *
     * @param wakeUpsBefore result of {@link #wakeUps} before the attempt that is followed by this pause
     */
    public synchronized void pause(Duration duration, int wakeUpsBefore) {
        boolean draining = stopping;
        long nanos = draining ? Math.min(duration.toNanos(), LONGEST_WHILE_DRAINING) : duration.toNanos();
        long end = System.nanoTime() + nanos;
        try {
            for (long left = left(end); left > 0 && isPausing(draining, wakeUpsBefore); left = left(end)) {
                wait(left / 1_000_000 + 1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isPausing(boolean draining, int wakeUpsBefore) {
        return stopping == draining && wakeUps == wakeUpsBefore;
    }

    private long left(long end) {
        long left = end - System.nanoTime();
        return stopping ? Math.min(left, deadlineNanos - System.nanoTime()) : left;
    }
}
