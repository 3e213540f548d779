package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.route.Route;
import java.util.List;

/**
 * A message of a batch and the rows that it becomes.
 *
 * @param queued the message
 * @param route the route that mapped it
 * @param rows its rows, possibly none
 */
record MappedMessage(QueuedMessage queued, Route route, List<Row> rows) {

    MappedMessage with(List<Row> otherRows) {
        return new MappedMessage(queued, route, otherRows);
    }
}
