// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner.rows;

import io.github.hivemqtdengine.loadtest.measure.NumberSet;
import io.github.hivemqtdengine.loadtest.measure.Reconciled;
import io.github.hivemqtdengine.loadtest.measure.RowTally;
import java.util.ArrayList;

/** Rows of calls and their answers, as one bit each. An answered call has both. */
final class CallRows {

    private final NumberSet stored = new NumberSet();
    private long duplicated;

    /**
     * Adds a row.
     *
     * @param call number of the call, from 0
     * @param item 0 for the request, 1 for its answer
     */
    void row(long call, int item) {
        duplicated += stored.add(2 * call + item) ? 0 : 1;
    }

    /** Adds the rows of calls to those of messages. */
    Reconciled with(Reconciled messages, long due) {
        long missing = Math.max(0, due - stored.size());
        var rows = messages.total();
        var total = new RowTally(
                rows.expected() + due,
                rows.stored() + Math.min(due, stored.size()),
                rows.missing() + missing,
                rows.unacknowledged(),
                rows.duplicated() + duplicated,
                rows.overwritten(),
                rows.late(),
                rows.unknown());
        var sentences = new ArrayList<>(messages.sentences());
        if (missing > 0) {
            sentences.add(missing + " of " + due + " rows of calls and answers missing");
        }
        return new Reconciled(total, messages.byPublisher(), sentences);
    }
}
