// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Results of mappings that depend on the topic and the client only, which several rows have in common: values, also with
 * an event that each row counts, and the failure of each row. Immutable.
 */
final class PublisherValues {

    /** Size of an object, and of a value without its content. */
    private static final int OBJECT_BYTES = 40;

    /** A value, a {@link Replaced} one, or a {@link MappingException}. */
    private final @Nullable Object[] results;

    private record Replaced(@Nullable Object value, MappingEvent event, String subject) {}

    /** Mapping to a value; counts one event at most. */
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

    /** Maps each value once. */
    PublisherValues(List<Mapping> mappings) {
        this.results = mappings.stream().map(PublisherValues::result).toArray();
    }

    private static @Nullable Object result(Mapping mapping) {
        var counted = new @Nullable Replaced[1];
        try {
            var value = mapping.value((event, subject) -> counted[0] = new Replaced(null, event, subject));
            var replaced = counted[0];
            return replaced == null ? value : new Replaced(value, replaced.event, replaced.subject);
        } catch (MappingException e) {
            return e;
        }
    }

    /**
     * Returns a value for one row.
     *
     * @param index index of its mapping
     * @param events receives a replacement of the value
     * @throws MappingException if the mapping has failed
     */
    @Nullable
    Object value(int index, MappingEvents events) throws MappingException {
        var result = results[index];
        if (result instanceof MappingException failure) {
            throw failure;
        }
        if (result instanceof Replaced replaced) {
            events.count(replaced.event, replaced.subject);
            return replaced.value;
        }
        return result;
    }

    /** Returns the approximate size in memory. */
    int bytes() {
        int bytes = OBJECT_BYTES;
        for (var result : results) {
            bytes += OBJECT_BYTES + bytes(result);
        }
        return bytes;
    }

    private static int bytes(@Nullable Object result) {
        if (result instanceof String text) {
            return LossyCache.bytes(text);
        }
        if (result instanceof MappingException failure) {
            return OBJECT_BYTES + LossyCache.bytes(failure.sentence());
        }
        if (result instanceof Replaced replaced) {
            return bytes(replaced.value);
        }
        return result instanceof byte[] raw ? OBJECT_BYTES + raw.length : OBJECT_BYTES;
    }
}
