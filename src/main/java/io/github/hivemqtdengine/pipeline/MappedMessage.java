package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.route.Route;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message of a batch and the rows that it becomes.
 *
 * @param queued the message
 * @param route the route that mapped it
 * @param rows its rows, possibly none
 * @param keyed the precision that the rows have their final keys for, {@code null} before that
 */
record MappedMessage(
        QueuedMessage queued,
        Route route,
        List<Row> rows,
        @Nullable Precision keyed) {

    /** A message whose rows have no final keys yet. */
    MappedMessage(QueuedMessage queued, Route route, List<Row> rows) {
        this(queued, route, rows, null);
    }

    /** The message with rows that have their final keys, in a database of this precision. */
    MappedMessage keyed(List<Row> keyedRows, Precision precision) {
        return new MappedMessage(queued, route, keyedRows, precision);
    }
}
