package io.github.hivemqtdengine.pipeline.queue;

import java.util.Map;

/**
 * Messages of a {@link MessageLog} that were dropped unread to make room for newer ones.
 *
 * @param first number of the first one
 * @param last number of the last one
 * @param countByRoute message counts by the route that took them in
 */
public record DroppedMessages(long first, long last, Map<String, Integer> countByRoute) {

    public DroppedMessages {
        countByRoute = Map.copyOf(countByRoute);
    }

    /** Returns the total count. */
    int count() {
        return countByRoute.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Returns whether the message of this number was dropped. */
    boolean holds(long number) {
        return number >= first && number <= last;
    }
}
