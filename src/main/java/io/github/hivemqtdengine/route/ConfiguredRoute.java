package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.decode.sparkplug.SparkplugFormat;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.util.List;
import java.util.Set;

/** Route whose properties come from its {@link RouteSettings}. */
interface ConfiguredRoute extends Route {

    RouteSettings settings();

    PayloadRecords records();

    @Override
    default void miss(InboundMessage message) {
        records().miss(message);
    }

    @Override
    default void missUntil(long arrivalMicros) {
        records().missUntil(arrivalMicros);
    }

    @Override
    default String id() {
        return settings().id();
    }

    @Override
    default String databaseId() {
        return settings().databaseId();
    }

    @Override
    default void followsGap(InboundMessage message) {
        records().followsGap(message);
    }

    @Override
    default Set<MessageSource> sources() {
        return settings().sources();
    }

    @Override
    default boolean ordersByEdgeNode() {
        return settings().payload().format() instanceof SparkplugFormat;
    }

    @Override
    default RateLimits rateLimits() {
        return settings().rateLimits();
    }

    @Override
    default List<TopicFilter> filters() {
        return settings().filters();
    }

    @Override
    default List<TopicFilter> excludes() {
        return settings().excludes();
    }
}
