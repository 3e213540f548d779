// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import java.time.Duration;
import java.util.List;

/**
 * Range of seconds that mqttloader's report counts. This suite follows all of its rules:
 * <ul>
 * <li>The range begins with the first second that has an event and ends with the last one, not with the run.
 * <li>Ramp-up and ramp-down count whole seconds from there, separately for publishers and subscribers: a late first
 *     delivery moves the subscribers' ramp-up.
 * <li>Seconds without events count as 0 between seconds with events. At the edges left by ramp-up and ramp-down they do
 *     not count, because mqttloader fills in empty seconds after cutting off the ramps.
 * <li>An empty range makes all metrics 0.
 * </ul>
 *
 * @param first from 0
 * @param last inclusive; before {@code first} for an empty range
 */
record CountedSeconds(int first, int last) {

    private static final CountedSeconds NONE = new CountedSeconds(0, -1);

    /** Returns the range for the counts of every second since the start. */
    static CountedSeconds of(List<Long> counts, Duration rampUp, Duration rampDown) {
        var events = between(counts, 0, counts.size() - 1);
        long from = events.first + rampUp.toSeconds();
        long to = events.last - rampDown.toSeconds();
        return from > to ? NONE : between(counts, (int) from, (int) to);
    }

    private static CountedSeconds between(List<Long> counts, int from, int to) {
        int first = from;
        while (first <= to && counts.get(first) == 0) {
            first++;
        }
        int last = to;
        while (last > first && counts.get(last) == 0) {
            last--;
        }
        return first > last ? NONE : new CountedSeconds(first, last);
    }

    /** Returns the elements of this range from a list with one element per second since the start. */
    <T> List<T> of(List<T> seconds) {
        int end = Math.min(last + 1, seconds.size());
        return first >= end ? List.of() : seconds.subList(first, end);
    }
}
