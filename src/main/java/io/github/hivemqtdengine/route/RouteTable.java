// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** All routes, compiled into one topic tree per source. Immutable; may be called by many threads. */
public final class RouteTable {

    private final List<Route> routes;
    private final Map<String, Route> byId = new LinkedHashMap<>();
    private final Map<MessageSource, TopicIndex> bySource = new EnumMap<>(MessageSource.class);
    private final TopicIndex publishes;

    private RouteTable(List<Route> routes) {
        this.routes = List.copyOf(routes);
        for (var source : MessageSource.values()) {
            bySource.put(source, new TopicIndex());
        }
        this.publishes = of(MessageSource.PUBLISHES);
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
        route.topics().sources().forEach(source -> of(source).add(position, route));
    }

    private TopicIndex of(MessageSource source) {
        return Objects.requireNonNull(bySource.get(source));
    }

    /**
     * Returns the routes for messages published to a topic, without duplicates, in the order of the configuration.
     * Allocates nothing if no route matches.
     */
    public List<Route> match(String topic) {
        return publishes.match(topic);
    }

    /** Returns the routes for messages of a source and topic. */
    public List<Route> match(MessageSource source, String topic) {
        return of(source).match(topic);
    }

    /** Returns all routes, each with the reason why {@link #match} includes or omits the route. */
    public List<RouteMatch> explain(MessageSource source, String topic) {
        var wanting = match(source, topic);
        return routes.stream()
                .map(route -> RouteMatch.of(route, wanting.contains(route), source, topic))
                .toList();
    }

    /** Returns the route with an id, if the configuration has one. */
    public Optional<Route> route(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** Returns all routes in the order of the configuration. */
    public List<Route> routes() {
        return routes;
    }

    /** Routes of one source, indexed by topic. Filled by one thread, read-only afterwards. */
    private static final class TopicIndex {

        private final TopicTree wanted = new TopicTree();
        private final TopicTree excluded = new TopicTree();

        /** @param position the route's index in the configuration */
        void add(int position, Route route) {
            var set = TopicTree.RouteSet.of(position, route);
            route.topics().filters().forEach(filter -> wanted.add(filter, set));
            route.topics().excludes().forEach(filter -> excluded.add(filter, set));
        }

        List<Route> match(String topic) {
            var matching = wanted.match(topic);
            return matching.isEmpty()
                    ? List.of()
                    : matching.minus(excluded.match(topic)).routes();
        }
    }
}
