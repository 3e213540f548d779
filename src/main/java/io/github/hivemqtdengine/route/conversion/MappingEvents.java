// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.conversion;

import io.github.hivemqtdengine.metrics.MappingEvent;

/** Listener for what a mapping skips, replaces or notices. Called by the mapping thread. */
@FunctionalInterface
public interface MappingEvents {

    /** Ignores all events. */
    MappingEvents NONE = (event, subject) -> {};

    /**
     * Counts an event.
     *
     * @param subject the column or placeholder of a replaced value; the table of a row left out; the name of a field
     *     left out; or the reason for skipping a row
     */
    void count(MappingEvent event, String subject);

    /**
     * Counts a field that gets no column.
     *
     * @param why the end of a sentence about the field; one of few
     */
    default void leaveOut(String field, String why) {
        count(MappingEvent.FIELDS_LEFT_OUT, field);
    }

    /** Counts rows of a message that change the tags of their subtables. */
    default void changeTags(int rows) {}

    /** Logs what an operator should know of the messages. */
    default void warn(String sentence) {}
}
