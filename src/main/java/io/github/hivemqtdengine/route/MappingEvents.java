package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.metrics.MappingEvent;

/** Hears of what a mapping does beside making rows. Called by the thread that maps. */
@FunctionalInterface
public interface MappingEvents {

    /** Nobody hears. */
    MappingEvents NONE = (event, subject) -> {};

    /**
     * One more of this.
     *
     * @param subject the column whose value is replaced, the table whose row is left out, or the sentence that says why
     *     a row is skipped
     */
    void count(MappingEvent event, String subject);
}
