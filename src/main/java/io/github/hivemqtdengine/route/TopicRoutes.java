package io.github.hivemqtdengine.route;

import java.util.List;

/** The routes of one source by their topics. It is filled by one thread and then only read. */
final class TopicRoutes {

    private final TopicTree wanted = new TopicTree();
    private final TopicTree excluded = new TopicTree();

    /** @param position where the route stands in the configuration */
    void add(int position, Route route) {
        var set = RouteSet.of(position, route);
        route.filters().forEach(filter -> wanted.add(filter, set));
        route.excludes().forEach(filter -> excluded.add(filter, set));
    }

    List<Route> match(String topic) {
        var matching = wanted.match(topic);
        return matching.isEmpty()
                ? List.of()
                : matching.minus(excluded.match(topic)).routes();
    }
}
