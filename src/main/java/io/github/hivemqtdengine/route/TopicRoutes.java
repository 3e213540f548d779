package io.github.hivemqtdengine.route;

import java.util.List;

/** Routes of one source, indexed by topic. Filled by one thread, read-only afterwards. */
final class TopicRoutes {

    private final TopicTree wanted = new TopicTree();
    private final TopicTree excluded = new TopicTree();

    /** @param position the route's index in the configuration */
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
