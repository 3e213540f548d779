package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.metrics.MappingEvent;

/** Hears of what a mapping does beside making rows. Called by the thread that maps. */
@FunctionalInterface
public interface MappingEvents {

    /** One more of this. */
    void count(MappingEvent event);
}
