package io.github.hivemqtdengine.pipeline;

/**
 * How far the keys made from times of arrival have come, so that no later message lands on the key of an earlier one,
 * also after a restart and when the clock has stepped back. Both in epoch microseconds.
 *
 * @param arrival the latest time of arrival
 * @param key the latest key that had to be chosen, since a time of arrival is no key by itself: in a database of
 *     milliseconds, or where a message becomes many rows
 */
public record KeyMark(long arrival, long key) {

    /** Before everything. */
    public static final KeyMark NONE = new KeyMark(Long.MIN_VALUE, Long.MIN_VALUE);

    /** The later of both, each by itself. */
    public KeyMark max(KeyMark other) {
        return new KeyMark(Math.max(arrival, other.arrival), Math.max(key, other.key));
    }
}
