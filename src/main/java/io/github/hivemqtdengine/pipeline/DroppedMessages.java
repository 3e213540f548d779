package io.github.hivemqtdengine.pipeline;

import java.util.Map;

/**
 * Messages of a {@link MessageLog} that made room for newer ones and are never read.
 *
 * @param first the number of the first one
 * @param last the number of the last one
 * @param countByRoute how many they are, by the routes that they were taken in for
 */
public record DroppedMessages(long first, long last, Map<String, Integer> countByRoute) {

    public DroppedMessages {
        countByRoute = Map.copyOf(countByRoute);
    }

    /** How many they are. */
    int count() {
        return countByRoute.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Whether this is the number of one of them. */
    boolean holds(long number) {
        return number >= first && number <= last;
    }
}
