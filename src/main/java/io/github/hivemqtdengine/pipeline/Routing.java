// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Lost;
import io.github.hivemqtdengine.pipeline.account.Accounts;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.pipeline.account.RouteAccount;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteTable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Snapshot of the routes with the target of each. The assignment never changes; may be used by any thread. */
final class Routing {

    /** Routing without routes. */
    static final Routing NONE = new Routing(RouteTable.of(List.of()), new IdentityHashMap<>(), SharedTables.NONE);

    /**
     * Destination of one route's messages.
     *
     * @param account records their outcomes
     * @param lanes the lanes of the route's database
     * @param choice the choice among them
     * @param limiter the limiter of their rate, or {@code null}
     */
    record Target(
            Route route,
            RouteAccount account,
            DatabaseLanes lanes,
            LaneChoice choice,
            @Nullable RateLimiter limiter) {

        /** Admits a received message, or drops it: see {@link RateLimiter#admit}. */
        boolean admit(InboundMessage message, @Nullable PendingAck pendingAck) {
            return limiter == null || limiter.admit(account, message, pendingAck);
        }
    }

    private final RouteTable routes;
    /** Keyed by the route itself, so that the broker's threads need no lookup by name. */
    private final IdentityHashMap<Route, Target> targets;

    private final SharedTables sharedTables;

    private Routing(RouteTable routes, IdentityHashMap<Route, Target> targets, SharedTables sharedTables) {
        this.routes = routes;
        this.targets = targets;
        this.sharedTables = sharedTables;
    }

    /**
     * Returns the routing that replaces this one.
     *
     * @param lanes lanes of every database that a route names, by database id
     */
    Routing next(RouteTable nextRoutes, Map<String, DatabaseLanes> lanes, Accounts accounts) {
        var nextTargets = new IdentityHashMap<Route, Target>();
        for (var route : nextRoutes.routes()) {
            var ofDatabase = Objects.requireNonNull(lanes.get(route.databaseId()));
            var account = accounts.of(route.id());
            var limiter = limiter(route);
            nextTargets.put(route, new Target(route, account, ofDatabase, ofDatabase.choice(route), limiter));
        }
        return new Routing(nextRoutes, nextTargets, sharedTables.and(nextRoutes));
    }

    /** Returns the current limiter of a route if its limits are the same, so that a change allows no further burst. */
    private @Nullable RateLimiter limiter(Route next) {
        var limits = next.intake().rateLimits();
        return limits.isNone()
                ? null
                : target(next.id())
                        .map(Target::limiter)
                        .filter(limiter -> limiter.limits().equals(limits))
                        .orElseGet(() -> new RateLimiter(limits, System::nanoTime));
    }

    RouteTable routes() {
        return routes;
    }

    /** Returns the route of this id, if it exists and its database is this one. */
    Optional<Route> route(String databaseId, String routeId) {
        return routes.route(routeId).filter(route -> route.databaseId().equals(databaseId));
    }

    /** Informs the route of a lost message, in whatever database it stores now; all routes if it is unknown or gone. */
    void lost(Lost lost) {
        var known = lost.routeId() == null ? Optional.<Route>empty() : routes.route(lost.routeId());
        known.ifPresentOrElse(route -> route.lost(lost), () -> routes.routes().forEach(route -> route.lost(lost)));
    }

    /** Returns the target of a route, if the route still exists. */
    Optional<Target> target(String routeId) {
        return routes.route(routeId).map(targets::get);
    }

    /** Returns the target of a matched route, or of the current route with its id; {@code null} if there is none. */
    @Nullable
    Target target(Route matched) {
        var target = targets.get(matched);
        return target != null ? target : target(matched.id()).orElse(null);
    }

    /** Returns the super tables of a database that several routes write or have written. */
    Set<String> sharedTables(String databaseId) {
        return sharedTables.of(databaseId);
    }

    /** Super tables that several routes write, by database. Immutable. */
    record SharedTables(Map<String, Set<String>> byDatabase) {

        static final SharedTables NONE = new SharedTables(Map.of());

        SharedTables {
            byDatabase = byDatabase.entrySet().stream()
                    .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, tables -> Set.copyOf(tables.getValue())));
        }

        /**
         * Returns these tables plus those that the routes share; a table stays shared, as its keys were allocated so.
         */
        SharedTables and(RouteTable routes) {
            var all = new HashMap<String, Set<String>>();
            byDatabase.forEach((databaseId, tables) -> all.put(databaseId, new HashSet<>(tables)));
            var seen = new HashMap<String, Set<String>>();
            for (var route : routes.routes()) {
                var ofDatabase = seen.computeIfAbsent(route.databaseId(), id -> new HashSet<>());
                route.tables().stream()
                        .map(table -> table.shape().superTable())
                        .distinct()
                        .filter(superTable -> !ofDatabase.add(superTable))
                        .forEach(superTable -> all.computeIfAbsent(route.databaseId(), id -> new HashSet<>())
                                .add(superTable));
            }
            return new SharedTables(all);
        }

        /** Returns the shared super tables of one database. */
        Set<String> of(String databaseId) {
            return byDatabase.getOrDefault(databaseId, Set.of());
        }
    }
}
