package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.util.List;

/** A route for tests that are about its tables: it has an id and wants every topic. */
public interface BareRoute extends Route {

    @Override
    default String id() {
        return "r";
    }

    @Override
    default String databaseId() {
        return "db";
    }

    @Override
    default List<TopicFilter> filters() {
        return List.of(TopicFilter.parse("#"));
    }

    @Override
    default List<TopicFilter> excludes() {
        return List.of();
    }

    @Override
    default boolean timestampIsArrival() {
        return false;
    }

    @Override
    default boolean manyRows() {
        return true;
    }
}
