package io.github.hivemqtdengine.loadtest.measure;

import java.time.Duration;
import java.util.List;

/**
 * The seconds of a run that mqttloader's report counts, from one to another. Its rules, all of which ours follows:
 *
 * <ul>
 *   <li>It begins with the first second that has an event and ends with the last one, not with the run.
 *   <li>Ramp-up and ramp-down count whole seconds from there, for publishers and subscribers apart: a late first delivery
 *       moves the subscribers' ramp-up.
 *   <li>Seconds without events count as 0 if they lie between others. At the edges that ramp-up and ramp-down leave, they
 *       are not counted, because empty seconds are filled in after the ramps were cut off.
 *   <li>If nothing is left, all figures are 0.
 * </ul>
 *
 * @param first from 0
 * @param last included; before {@code first} if there is none
 */
record CountedSeconds(int first, int last) {

    private static final CountedSeconds NONE = new CountedSeconds(0, -1);

    /** Of the counts of every second since the start. */
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

    /** What belongs to these seconds, of something that every second since the start has. */
    <T> List<T> of(List<T> seconds) {
        int end = Math.min(last + 1, seconds.size());
        return first >= end ? List.of() : seconds.subList(first, end);
    }
}
