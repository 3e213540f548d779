package io.github.hivemqtdengine.pipeline;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Stamps messages as they arrive. No two stamps of a process are equal, and none is below an earlier one, also when the
 * system's clock steps back; so an arrival time can be a key. May be called by any thread.
 */
public final class ArrivalClock implements EpochClock {

    private final EpochClock clock;
    private final AtomicLong last = new AtomicLong(Long.MIN_VALUE);

    public ArrivalClock(EpochClock clock) {
        this.clock = clock;
    }

    @Override
    public long micros() {
        long now = clock.micros();
        return last.accumulateAndGet(now, (before, current) -> Math.max(before + 1, current));
    }
}
