// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.account;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.RowBytes;
import io.github.hivemqtdengine.route.Route;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Message of a batch with its rows.
 *
 * @param route the route that mapped the message
 * @param rows its rows, possibly none
 * @param rowBytes approximate heap bytes of the rows
 * @param keyed precision for which the rows have their final keys, {@code null} before that
 */
public record MappedMessage(
        QueuedMessage queued,
        Route route,
        List<Row> rows,
        long rowBytes,
        @Nullable Precision keyed) {

    /** Creates a message whose rows have no final keys yet. */
    public MappedMessage(QueuedMessage queued, Route route, List<Row> rows) {
        this(queued, route, rows, RowBytes.ofRows(rows), null);
    }

    /** Returns the message with rows that have their final keys for a database of this precision. */
    public MappedMessage keyed(List<Row> keyedRows, Precision precision) {
        return new MappedMessage(queued, route, keyedRows, rowBytes, precision);
    }
}
