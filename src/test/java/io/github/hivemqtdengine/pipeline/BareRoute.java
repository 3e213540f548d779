// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.Route.RouteTopics;
import io.github.hivemqtdengine.route.topic.TopicFilter;

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
    default RouteTopics topics() {
        return RouteTopics.of(TopicFilter.parse("#"));
    }
}
