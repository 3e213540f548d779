package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import org.jspecify.annotations.Nullable;

/** Part of a table's rows that depends on the topic and the client only. Immutable. */
final class PublisherValues {

    /** Nothing: all values and the subtable depend on more. */
    static final PublisherValues NONE = new PublisherValues("", new Object[0]);

    /** Size of the object with its array, and of each value without its content. */
    private static final int OBJECT_BYTES = 40;

    /** The name without a hash of the tags, or the {@link MappingException} of each row; empty if it needs more. */
    private final Object subtable;

    /** Of each value the result of {@link #outcome}. */
    private final Object[] outcomes;

    /** Value that each row counts an event for, or a null without an event. */
    private record Replacement(
            @Nullable Object value, @Nullable MappingEvent event, String subject) {

        static final Replacement NULL = new Replacement(null, null, "");
    }

    /** Mapping to a value. */
    @FunctionalInterface
    interface Mapping {
        @Nullable
        Object value(MappingEvents events) throws MappingException;
    }

    PublisherValues(Object subtable, Object[] outcomes) {
        this.subtable = subtable;
        this.outcomes = outcomes;
    }

    /** Returns what {@link #value} needs to give the result of a mapping, its event or failure to each row. */
    static Object outcome(Mapping mapping) {
        var counted = new Replacement[] {Replacement.NULL};
        try {
            var value = mapping.value((event, subject) -> counted[0] = new Replacement(null, event, subject));
            return value != null && counted[0].event == null
                    ? value
                    : new Replacement(value, counted[0].event, counted[0].subject);
        } catch (MappingException e) {
            return e;
        }
    }

    /** @throws MappingException if topic and client make no name */
    String subtable() throws MappingException {
        if (subtable instanceof MappingException failure) {
            throw failure;
        }
        return (String) subtable;
    }

    /**
     * Returns a value for one row.
     *
     * @param events receives a replacement of the value
     * @throws MappingException if a required value is missing, or if the value does not fit
     */
    @Nullable
    Object value(int index, MappingEvents events) throws MappingException {
        var outcome = outcomes[index];
        if (outcome instanceof MappingException failure) {
            throw failure;
        }
        if (!(outcome instanceof Replacement replacement)) {
            return outcome;
        }
        if (replacement.event != null) {
            events.count(replacement.event, replacement.subject);
        }
        return replacement.value;
    }

    /** Returns the approximate size in memory. */
    int bytes() {
        int bytes = OBJECT_BYTES + bytes(subtable);
        for (var outcome : outcomes) {
            bytes += bytes(outcome);
        }
        return bytes;
    }

    private static int bytes(@Nullable Object outcome) {
        if (outcome instanceof String text) {
            return LossyCache.bytes(text);
        }
        if (outcome instanceof MappingException failure) {
            return OBJECT_BYTES + LossyCache.bytes(failure.sentence());
        }
        if (outcome instanceof Replacement replacement) {
            return OBJECT_BYTES + bytes(replacement.value);
        }
        return OBJECT_BYTES + (outcome instanceof byte[] raw ? raw.length : 0);
    }
}
