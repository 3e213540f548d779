// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.metrics;

import com.codahale.metrics.Clock;
import com.codahale.metrics.Histogram;
import com.codahale.metrics.LockFreeExponentiallyDecayingReservoir;
import com.codahale.metrics.Meter;
import com.codahale.metrics.Timer;

/**
 * Timer of events that end together. {@link Timer#update} reads the clock twice per event, which costs more than the
 * sample itself; this timer reads it twice per batch. Without locks.
 */
final class BatchTimer extends Timer {

    private final BatchClock clock;
    private final Histogram durations;
    private final Meter rate;

    BatchTimer() {
        this(new BatchClock(), new Meter());
    }

    private BatchTimer(BatchClock clock, Meter rate) {
        this(
                clock,
                new Histogram(LockFreeExponentiallyDecayingReservoir.builder()
                        .clock(clock)
                        .build()),
                rate);
    }

    private BatchTimer(BatchClock clock, Histogram durations, Meter rate) {
        super(rate, durations, Clock.defaultClock());
        this.clock = clock;
        this.durations = durations;
        this.rate = rate;
    }

    /** Adds the durations of a batch, nanoseconds. */
    void update(long[] nanos) {
        clock.readTime();
        rate.mark(nanos.length);
        for (long duration : nanos) {
            durations.update(duration);
        }
    }

    /** Clock that keeps the time of the latest batch. */
    private static final class BatchClock extends Clock {

        private volatile long tick = System.nanoTime();

        void readTime() {
            tick = System.nanoTime();
        }

        @Override
        public long getTick() {
            return tick;
        }
    }
}
