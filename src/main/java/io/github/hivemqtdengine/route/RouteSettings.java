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
 * @param onDecodeError what happens to a payload that is not of the format; not {@link OnError#NULL}
 */
public record RouteSettings(
        String id,
        String databaseId,
        MessageSource source,
        List<TopicFilter> filters,
        List<TopicFilter> excludes,
        PayloadSettings payload,
        TableSettings table,
        OnError onDecodeError) {}
