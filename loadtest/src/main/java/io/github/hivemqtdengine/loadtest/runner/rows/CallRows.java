// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner.rows;

import io.github.hivemqtdengine.loadtest.measure.Reconciled;
import io.github.hivemqtdengine.loadtest.measure.RowTally;
import java.util.ArrayList;
import java.util.BitSet;

/** Rows of calls and their answers, as one bit each. An answered call has both. */
final class CallRows {

    private final BitSet stored = new BitSet();
    private long duplicated;

    /**
     * Adds a row.
     *
     * @param call number of the call, from 0
     * @param item 0 for the request, 1 for its answer
     */
    void row(long call, int item) {
        int row = Math.toIntExact(2 * call + item);
        if (stored.get(row)) {
            duplicated++;
        }
        stored.set(row);
    }

    /** Adds the rows of calls to those of messages. */
    Reconciled with(Reconciled messages, long due) {
        long missing = Math.max(0, due - stored.cardinality());
        var rows = messages.total();
        var total = new RowTally(
                rows.expected() + due,
                rows.stored() + Math.min(due, stored.cardinality()),
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
