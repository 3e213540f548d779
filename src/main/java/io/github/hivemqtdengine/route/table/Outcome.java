package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import org.jspecify.annotations.Nullable;

/**
 * Result of a mapping that several rows have in common: a value, with the event that each row counts, or the failure of
 * each row. Immutable.
 */
final class Outcome {

    /** Size of the object, and of a value without its content. */
    private static final int OBJECT_BYTES = 40;

    private final @Nullable Object value;
    private @Nullable MappingEvent event;
    private String subject = "";
    private final @Nullable MappingException failure;

    /** Mapping to a value. */
    @FunctionalInterface
    interface Mapping {

        /**
         * Maps the value.
         *
         * @param events receives a replacement of the value
         */
        @Nullable
        Object value(MappingEvents events) throws MappingException;
    }

    private Outcome(Mapping mapping) {
        @Nullable Object mapped = null;
        @Nullable MappingException thrown = null;
        try {
            mapped = mapping.value(this::keep);
        } catch (MappingException e) {
            thrown = e;
        }
        this.value = mapped;
        this.failure = thrown;
    }

    /** Maps once; a mapping counts one event at most. */
    static Outcome of(Mapping mapping) {
        return new Outcome(mapping);
    }

    private void keep(MappingEvent counted, String about) {
        event = counted;
        subject = about;
    }

    /**
     * Returns the value for one row.
     *
     * @param events receives a replacement of the value
     * @throws MappingException if the mapping has failed
     */
    @Nullable
    Object value(MappingEvents events) throws MappingException {
        if (failure != null) {
            throw failure;
        }
        if (event != null) {
            events.count(event, subject);
        }
        return value;
    }

    /** Returns the approximate size in memory. */
    int bytes() {
        return OBJECT_BYTES + bytes(value) + (failure == null ? 0 : LossyCache.bytes(failure.sentence()));
    }

    private static int bytes(@Nullable Object value) {
        if (value instanceof String text) {
            return LossyCache.bytes(text);
        }
        return value instanceof byte[] raw ? OBJECT_BYTES + raw.length : OBJECT_BYTES;
    }
}
