// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner.rows;

import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.stack.rows.RowObservation;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Expected rows of a round.
 *
 * @param messages rows of the publishers' messages and last wills
 * @param calls rows of calls and their answers
 * @param deadlineMicros time after which rows are late, in epoch microseconds
 */
record DueRows(long messages, long calls, long deadlineMicros) {

    /** Table of calls and answers. */
    private static final String CALLS = "devices";

    /**
     * Computes the expected rows of a load.
     *
     * @param rows rows of its groups
     */
    static DueRows of(Scenario scenario, LoadResult load, RowsOfGroups rows) {
        boolean calls =
                scenario.load().calls().isPresent() && scenario.load().tables().contains(CALLS);
        long end = calls ? load.endMicros() : load.endOfSendingMicros();
        return new DueRows(
                rows.due(),
                calls ? 2 * load.calls().answered().count() : 0,
                end + TimeUnit.NANOSECONDS.toMicros(scenario.storage().late().toNanos()));
    }

    long all() {
        return messages + calls;
    }

    /** Returns the number of due rows missing in the first count after the deadline but present in the last count. */
    long late(Stream<RowObservation> counts) {
        long atDeadline = -1;
        long last = 0;
        for (var each = counts.iterator(); each.hasNext(); ) {
            var count = each.next();
            last = Math.min(all(), count.rows());
            if (atDeadline < 0 && count.epochMicros() >= deadlineMicros) {
                atDeadline = last;
            }
        }
        return atDeadline < 0 ? 0 : Math.max(0, last - atDeadline);
    }
}
