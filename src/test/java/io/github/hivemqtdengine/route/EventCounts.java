package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.metrics.MappingEvent;
import java.util.EnumMap;
import java.util.Map;

/** Counts what a mapping did. */
final class EventCounts implements MappingEvents {

    private final Map<MappingEvent, Integer> counts = new EnumMap<>(MappingEvent.class);

    @Override
    public void count(MappingEvent event) {
        counts.merge(event, 1, Integer::sum);
    }

    int of(MappingEvent event) {
        return counts.getOrDefault(event, 0);
    }
}
