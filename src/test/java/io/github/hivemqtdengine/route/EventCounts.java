// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts what a mapping did. */
public final class EventCounts implements MappingEvents {

    private final Map<MappingEvent, Integer> counts = new EnumMap<>(MappingEvent.class);
    private final List<String> subjects = new ArrayList<>();
    private int tagChanges;

    @Override
    public void count(MappingEvent event, String subject) {
        subjects.add(subject);
        counts.merge(event, 1, Integer::sum);
    }

    @Override
    public void changeTags(int rows) {
        tagChanges += rows;
    }

    public int tagChanges() {
        return tagChanges;
    }

    /** Subjects of the events, in their order. */
    public List<String> subjects() {
        return subjects;
    }

    public int of(MappingEvent event) {
        return counts.getOrDefault(event, 0);
    }
}
