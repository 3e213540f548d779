package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import java.util.List;
import java.util.Objects;

/**
 * Part of a table's rows that depends on the topic and the client only.
 *
 * @param name the subtable's name without a hash of the tags; null if it depends on more
 * @param values those of columns and tags
 */
record PublisherValues(Outcome name, List<Outcome> values) {

    /** Nothing: all values and the subtable depend on more. */
    static final PublisherValues NONE = new PublisherValues(Outcome.of(events -> null), List.of());

    private static final int OBJECT_BYTES = 40;

    /**
     * Returns the subtable's name without a hash of the tags, if it depends on nothing else.
     *
     * @throws MappingException if topic and client make no name
     */
    String subtable() throws MappingException {
        return (String) Objects.requireNonNull(name.value(MappingEvents.NONE));
    }

    /** Returns the approximate size in memory. */
    int bytes() {
        return OBJECT_BYTES
                + name.bytes()
                + values.stream().mapToInt(Outcome::bytes).sum();
    }
}
