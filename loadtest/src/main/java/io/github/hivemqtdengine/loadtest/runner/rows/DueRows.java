// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner.rows;

import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.stack.rows.RowObservation;
import java.util.List;
import java.util.concurrent.TimeUnit;

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
    long late(List<RowObservation> counts) {
        if (counts.isEmpty()) {
            return 0;
        }
        var last = counts.get(counts.size() - 1);
        var atDeadline = counts.stream()
                .filter(seen -> seen.epochMicros() >= deadlineMicros)
                .findFirst()
                .orElse(last);
        return Math.max(0, Math.min(all(), last.rows()) - Math.min(all(), atDeadline.rows()));
    }
}
