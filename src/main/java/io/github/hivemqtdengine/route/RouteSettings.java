package io.github.hivemqtdengine.route;

import java.util.List;

/**
 * One route as the configuration describes it.
 *
 * @param id the route's id
 * @param databaseId where its rows go
 * @param source where its messages come from
 * @param filters the topics it wants, at least one
 * @param excludes the topics that it does not want all the same
 * @param tables where its rows go, at least one; all of them treat equal times alike
 * @param onDecodeError what happens to a payload that is not of the format; {@link OnError#DEAD_LETTER} or {@link OnError#DROP}
 */
public record RouteSettings(
        String id,
        String databaseId,
        MessageSource source,
        List<TopicFilter> filters,
        List<TopicFilter> excludes,
        PayloadSettings payload,
        List<TableSettings> tables,
        OnError onDecodeError) {

    public RouteSettings {
        tables = List.copyOf(tables);
    }
}
