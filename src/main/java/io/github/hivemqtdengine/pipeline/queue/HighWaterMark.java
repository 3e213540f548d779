// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.queue;

import io.github.hivemqtdengine.time.ArrivalClock;
import java.util.Collection;

/**
 * High-water mark of timestamps derived from arrival times, in epoch microseconds. It prevents duplicate timestamps,
 * also after a restart or a small step back of the clock.
 *
 * <p>A key is only trusted together with its arrival time. In a subtable with many rows a second, the keys of a correct
 * clock run far ahead of it. The keys of a wrong clock come with an arrival time that is far ahead, too.
 *
 * @param arrival latest arrival time, including those that the key was chosen for
 * @param key latest timestamp chosen because the arrival time alone was not unique: in a database of milliseconds, or
 *     for a message of many rows
 */
public record HighWaterMark(long arrival, long key) {

    /** Mark before all timestamps. */
    public static final HighWaterMark NONE = new HighWaterMark(Long.MIN_VALUE, Long.MIN_VALUE);

    /**
     * Returns the mark without the parts of a clock that was ahead of the system's clock by more than
     * {@link ArrivalClock#TOLERANCE}. A clock that was wrong once thus does not hold the mark up for ever.
     *
     * @param now the system's time, epoch microseconds
     */
    public HighWaterMark withoutAhead(long now) {
        return new HighWaterMark(
                ArrivalClock.isAhead(arrival, now) ? NONE.arrival : arrival, isKeyOfWrongClock(now) ? NONE.key : key);
    }

    /**
     * Returns whether both the key and the arrival time are ahead of the system's clock by more than
     * {@link ArrivalClock#TOLERANCE}.
     *
     * @param now the system's time, epoch microseconds
     */
    boolean isKeyOfWrongClock(long now) {
        return ArrivalClock.isAhead(key, now) && ArrivalClock.isAhead(arrival, now);
    }

    /** Returns the maximum of all lanes' marks, each component by itself. */
    public static HighWaterMark latest(Collection<HighWaterMark> marks) {
        return marks.stream().reduce(NONE, HighWaterMark::max);
    }

    /**
     * Returns the maximum of the trusted parts of all lanes' marks. A wrong clock in one lane does not affect the other
     * lanes' keys.
     *
     * @param now the system's time, epoch microseconds
     */
    public static HighWaterMark latestWithoutAhead(Collection<HighWaterMark> marks, long now) {
        return marks.stream().map(mark -> mark.withoutAhead(now)).reduce(NONE, HighWaterMark::max);
    }

    /** Returns the later of both marks, each component by itself. */
    public HighWaterMark max(HighWaterMark other) {
        return new HighWaterMark(Math.max(arrival, other.arrival), Math.max(key, other.key));
    }
}
