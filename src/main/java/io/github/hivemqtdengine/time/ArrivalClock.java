// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.time;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clock of arrival times. Stamps strictly increase, even when the system's clock steps back a little, so an arrival
 * time can be a row's timestamp. If the clock steps back by more than {@link #TOLERANCE}, stamps follow it: it was
 * wrong before. May be called by any thread.
 */
public final class ArrivalClock implements EpochClock {

    /**
     * Maximum lead of stamps over the system's clock. Corrections by NTP stay below it; a clock that was wrong is far
     * above it. Timestamps of subtables with many rows may exceed it, too: see {@code HighWaterMark}.
     */
    public static final Duration TOLERANCE = Duration.ofMinutes(5);

    private static final Logger LOG = LoggerFactory.getLogger(ArrivalClock.class);
    private static final long TOLERANCE_MICROS = TOLERANCE.toNanos() / 1_000;
    private static final long MICROS_PER_MILLI = 1_000;

    private final EpochClock clock;
    private final AtomicLong last;
    private final LongAdder stepsBack = new LongAdder();

    public ArrivalClock(EpochClock clock) {
        this(Long.MIN_VALUE, clock);
    }

    private ArrivalClock(long last, EpochClock clock) {
        this.last = new AtomicLong(last);
        this.clock = clock;
    }

    /**
     * Returns a clock that continues after the last stamp of an earlier process. It ignores a stamp that is ahead of
     * the system's clock by more than {@link #TOLERANCE}.
     *
     * @param last epoch microseconds
     */
    public static ArrivalClock after(long last, EpochClock clock) {
        long now = clock.micros();
        if (!isAhead(last, now)) {
            return new ArrivalClock(last, clock);
        }
        LOG.warn(
                "Messages of an earlier process are ahead of the system clock: the latest has the"
                        + " arrival time {}, {} from now. New messages get the system's time, {}; messages in the"
                        + " spool keep their arrival times; rows with the wrong time stay in the database. If the"
                        + " clock is wrong now, correct it",
                instant(last),
                duration(last - now),
                instant(now));
        return new ArrivalClock(Long.MIN_VALUE, clock);
    }

    /** Returns whether a time is ahead of the system's clock by more than {@link #TOLERANCE}; epoch microseconds. */
    public static boolean isAhead(long micros, long now) {
        return micros > now + TOLERANCE_MICROS;
    }

    @Override
    public long micros() {
        while (true) {
            long before = last.get();
            long now = clock.micros(); // read after the last stamp, so that a slow thread sees no step back
            boolean isStep = isAhead(before, now);
            long stamp = isStep ? now : Math.max(before + 1, now);
            if (last.compareAndSet(before, stamp)) {
                if (isStep) {
                    stepBack(before, now);
                }
                return stamp;
            }
        }
    }

    private void stepBack(long before, long now) {
        stepsBack.increment();
        LOG.warn(
                "System clock stepped back by {}, from {} to {}. New messages get the current time of"
                        + " the clock; rows stored with the earlier time stay in the database",
                duration(before - now),
                instant(before),
                instant(now));
    }

    /** Returns the lead of the latest stamp over the system's clock, milliseconds; 0 if the stamp is not ahead. */
    public long aheadMillis() {
        long latest = last.get();
        long now = clock.micros();
        return latest <= now ? 0 : (latest - now) / MICROS_PER_MILLI;
    }

    /** Returns how often the stamps followed the system's clock back. */
    public long stepsBack() {
        return stepsBack.sum();
    }

    static Duration duration(long micros) {
        return Duration.of(micros, ChronoUnit.MICROS).truncatedTo(ChronoUnit.SECONDS);
    }

    public static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
