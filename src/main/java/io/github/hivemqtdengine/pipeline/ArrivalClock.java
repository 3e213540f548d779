package io.github.hivemqtdengine.pipeline;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Stamps messages as they arrive. No two stamps of a process are equal, and none is below an earlier one, also when the
 * system's clock steps back; so an arrival time can be a key. May be called by any thread.
 */
public final class ArrivalClock implements EpochClock {

    private final EpochClock clock;
    private final AtomicLong last;

    public ArrivalClock(EpochClock clock) {
        this(Long.MIN_VALUE, clock);
    }

    private ArrivalClock(long last, EpochClock clock) {
        this.last = new AtomicLong(last);
        this.clock = clock;
    }

    /** A clock that goes on behind the stamp that an earlier process has given last, epoch microseconds. */
    public static ArrivalClock behind(long last, EpochClock clock) {
        return new ArrivalClock(last, clock);
    }

    @Override
    public long micros() {
        long now = clock.micros();
        return last.accumulateAndGet(now, (before, current) -> Math.max(before + 1, current));
    }
}
