package io.github.hivemqtdengine.route;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One route as the configuration describes it.
 *
 * @param id the route's id
 * @param databaseId where its rows go
 * @param source where its messages come from
 * @param filters the topics it wants, at least one
 * @param excludes the topics that it does not want all the same
 * @param tables where its rows go, all of them treating equal times alike; none exactly if there is a statement
 * @param onDecodeError what happens to a payload that is not of the format; {@link OnError#DEAD_LETTER} or {@link OnError#DROP}
 * @param statement SQL of the user's own that stores its messages, or {@code null}
 */
public record RouteSettings(
        String id,
        String databaseId,
        MessageSource source,
        List<TopicFilter> filters,
        List<TopicFilter> excludes,
        PayloadSettings payload,
        List<TableSettings> tables,
        OnError onDecodeError,
        @Nullable StatementSettings statement) {

    public RouteSettings {
        tables = List.copyOf(tables);
    }

    /** A route to tables. */
    public RouteSettings(
            String id,
            String databaseId,
            MessageSource source,
            List<TopicFilter> filters,
            List<TopicFilter> excludes,
            PayloadSettings payload,
            List<TableSettings> tables,
            OnError onDecodeError) {
        this(id, databaseId, source, filters, excludes, payload, tables, onDecodeError, null);
    }
}
