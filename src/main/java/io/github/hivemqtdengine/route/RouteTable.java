package io.github.hivemqtdengine.route;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All routes, compiled into one topic tree. Immutable; may be called by many threads. */
public final class RouteTable {

    private final List<Route> routes;
    private final Map<String, Route> byId = new LinkedHashMap<>();
    private final TopicTree wanted = new TopicTree();
    private final TopicTree excluded = new TopicTree();

    private RouteTable(List<Route> routes) {
        this.routes = List.copyOf(routes);
        for (int i = 0; i < this.routes.size(); i++) {
            add(i, this.routes.get(i));
        }
    }

    /**
     * Compiles routes.
     *
     * @param routes the routes in the order of the configuration
     * @throws IllegalArgumentException if two routes have the same id
     */
    public static RouteTable of(List<? extends Route> routes) {
        return new RouteTable(List.copyOf(routes));
    }

    private void add(int position, Route route) {
        if (byId.putIfAbsent(route.id(), route) != null) {
            throw new IllegalArgumentException("Two routes have the id \"" + route.id() + "\"");
        }
        var set = RouteSet.of(position, route);
        route.filters().forEach(filter -> wanted.add(filter, set));
        route.excludes().forEach(filter -> excluded.add(filter, set));
    }

    /**
     * The routes that want messages of this topic, in the order of the configuration, each once; the look-up allocates
     * nothing when there is none.
     */
    public List<Route> match(String topic) {
        var matching = wanted.match(topic);
        return matching.isEmpty()
                ? List.of()
                : matching.minus(excluded.match(topic)).routes();
    }

    /** The route of this id, if the configuration still has one. */
    public Optional<Route> route(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** All routes in the order of the configuration. */
    public List<Route> routes() {
        return routes;
    }
}
