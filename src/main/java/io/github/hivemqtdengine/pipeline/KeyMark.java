package io.github.hivemqtdengine.pipeline;

import java.util.Collection;

/**
 * How far the keys made from times of arrival have come, so that no later message lands on the key of an earlier one,
 * also after a restart and when the clock has stepped back a little. Both in epoch microseconds.
 *
 * <p>A key is only trusted together with its time of arrival: in a subtable of many rows a second the keys of a right
 * clock run far ahead of it, while those of a clock that was wrong come with a time of arrival that is far ahead, too.
 *
 * @param arrival the latest time of arrival, those that the key was chosen for included
 * @param key the latest key that had to be chosen, since a time of arrival is no key by itself: in a database of
 *     milliseconds, or where a message becomes many rows
 */
public record KeyMark(long arrival, long key) {

    /** Before everything. */
    public static final KeyMark NONE = new KeyMark(Long.MIN_VALUE, Long.MIN_VALUE);

    /**
     * Returns the mark without what a clock has left that was ahead of the system's clock by more than
     * {@link ArrivalClock#TOLERANCE}, so that a clock that was wrong once does not hold the mark up for ever.
     *
     * @param now the system's time, epoch microseconds
     */
    public KeyMark withoutAhead(long now) {
        return new KeyMark(
                ArrivalClock.isAhead(arrival, now) ? NONE.arrival : arrival, isKeyOfWrongClock(now) ? NONE.key : key);
    }

    /**
     * Returns whether both the key and the time of arrival are ahead of the system's clock by more than
     * {@link ArrivalClock#TOLERANCE}.
     *
     * @param now the system's time, epoch microseconds
     */
    boolean isKeyOfWrongClock(long now) {
        return ArrivalClock.isAhead(key, now) && ArrivalClock.isAhead(arrival, now);
    }

    /** Returns the latest of all lanes' marks, each part by itself. */
    public static KeyMark latest(Collection<KeyMark> marks) {
        return marks.stream().reduce(NONE, KeyMark::max);
    }

    /**
     * Returns the latest of all lanes' marks that can be trusted: what a clock was wrong about in one lane says nothing
     * of the keys of the others.
     *
     * @param now the system's time, epoch microseconds
     */
    public static KeyMark latestWithoutAhead(Collection<KeyMark> marks, long now) {
        return marks.stream().map(mark -> mark.withoutAhead(now)).reduce(NONE, KeyMark::max);
    }

    /** The later of both, each by itself. */
    public KeyMark max(KeyMark other) {
        return new KeyMark(Math.max(arrival, other.arrival), Math.max(key, other.key));
    }
}
