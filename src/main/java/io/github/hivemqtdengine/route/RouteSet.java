package io.github.hivemqtdengine.route;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Set of routes in the order of the configuration. Immutable. */
final class RouteSet {

    static final RouteSet EMPTY = new RouteSet(new int[0], List.of());

    private final int[] positions;
    private final List<Route> routes;

    private RouteSet(int[] positions, List<Route> routes) {
        this.positions = positions;
        this.routes = routes;
    }

    /**
     * Returns a set of one route.
     *
     * @param position the route's index in the configuration
     */
    static RouteSet of(int position, Route route) {
        return new RouteSet(new int[] {position}, List.of(route));
    }

    List<Route> routes() {
        return routes;
    }

    boolean isEmpty() {
        return positions.length == 0;
    }

    /** Returns the routes of both sets; one of the sets itself if the other is empty. */
    RouteSet union(RouteSet other) {
        if (other.isEmpty() || other == this) {
            return this;
        }
        return isEmpty() ? other : merge(other);
    }

    private RouteSet merge(RouteSet other) {
        var merged = new int[positions.length + other.positions.length];
        var mergedRoutes = new ArrayList<Route>(merged.length);
        int mine = 0;
        int theirs = 0;
        while (mine < positions.length || theirs < other.positions.length) {
            int position = Math.min(at(mine), other.at(theirs));
            boolean isMine = at(mine) == position;
            merged[mergedRoutes.size()] = position;
            mergedRoutes.add(isMine ? routes.get(mine) : other.routes.get(theirs));
            theirs += other.at(theirs) == position ? 1 : 0;
            mine += isMine ? 1 : 0;
        }
        return new RouteSet(Arrays.copyOf(merged, mergedRoutes.size()), List.copyOf(mergedRoutes));
    }

    /** Returns the routes of this set that are not in another one; this set itself if that is all of them. */
    RouteSet minus(RouteSet other) {
        if (isEmpty() || other.isEmpty()) {
            return this;
        }
        var left = EMPTY;
        for (int i = 0; i < positions.length; i++) {
            if (Arrays.binarySearch(other.positions, positions[i]) < 0) {
                left = left.union(of(positions[i], routes.get(i)));
            }
        }
        return left;
    }

    private int at(int index) {
        return index < positions.length ? positions[index] : Integer.MAX_VALUE;
    }
}
