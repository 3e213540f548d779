package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.OnError;

/**
 * Error handling for the records of a message that can't be mapped.
 *
 * @param records the records of the message
 */
record RecordErrors(DecodedRecords records, MappingEvents events) {

    /**
     * Leaves out a row and counts it.
     *
     * @param index the row's record, from 0, among those that could be read
     * @throws MappingException if the failure applies to the whole message
     */
    void leaveOut(int index, MappingException failure) throws MappingException {
        var named = records.isOne() ? failure : failure.inRecord(records.number(index));
        if (failure.action() != OnError.SKIP_ROW) {
            throw named;
        }
        events.count(MappingEvent.ROWS_SKIPPED, named.sentence());
    }
}
