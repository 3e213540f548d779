package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteTable;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The routes of one moment, and where the messages of each go. Immutable; may be used by any thread. */
final class Routing {

    /** Before there are routes. */
    static final Routing NONE = new Routing(RouteTable.of(List.of()), new IdentityHashMap<>(), SharedTables.NONE);

    private final RouteTable routes;
    /** By the route itself: the broker's threads look nothing up by its name. */
    private final IdentityHashMap<Route, RouteTarget> targets;

    private final SharedTables sharedTables;

    private Routing(RouteTable routes, IdentityHashMap<Route, RouteTarget> targets, SharedTables sharedTables) {
        this.routes = routes;
        this.targets = targets;
        this.sharedTables = sharedTables;
    }

    /**
     * What follows this one.
     *
     * @param lanes those of every database that a route names, by its id
     */
    Routing next(RouteTable nextRoutes, Map<String, DatabaseLanes> lanes, Accounts accounts) {
        var nextTargets = new IdentityHashMap<Route, RouteTarget>();
        for (var route : nextRoutes.routes()) {
            var ofDatabase = Objects.requireNonNull(lanes.get(route.databaseId()));
            nextTargets.put(route, new RouteTarget(accounts.of(route.id()), ofDatabase));
        }
        return new Routing(nextRoutes, nextTargets, sharedTables.and(nextRoutes));
    }

    RouteTable routes() {
        return routes;
    }

    /** The route of this id, if it is there and goes to this database. */
    Optional<Route> route(String databaseId, String routeId) {
        return routes.route(routeId).filter(route -> route.databaseId().equals(databaseId));
    }

    /** Where the messages of a route go, if it is still there. */
    Optional<RouteTarget> target(String routeId) {
        return routes.route(routeId).map(targets::get);
    }

    /** Where what a route has matched goes; that may have been an earlier one of its id. {@code null} if it is gone. */
    @Nullable
    RouteTarget target(Route matched) {
        var target = targets.get(matched);
        return target != null ? target : target(matched.id()).orElse(null);
    }

    /** The super tables of a database that several routes write, or have written. */
    Set<String> sharedTables(String databaseId) {
        return sharedTables.of(databaseId);
    }
}
