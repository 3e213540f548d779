// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tree of topic filters, one node per level. Filled by one thread, read-only afterwards.
 *
 * <p>A look-up visits at most two children of a node. It recurses only if a literal level and a wildcard both match;
 * otherwise long topics cost time in proportion to their length and no stack.
 */
final class TopicTree {

    private final Node root = new Node();

    void add(TopicFilter filter, RouteSet routes) {
        var node = root;
        for (var level : filter.pattern()) {
            if (level.equals(TopicFilter.MULTI)) {
                node.addBelow(routes);
                return;
            }
            node = node.childForFilterLevel(level);
        }
        node.addHere(routes);
    }

    /** Returns the routes of all filters that match a topic; allocates nothing unless several nodes have routes. */
    RouteSet match(String topic) {
        return TopicFilter.isHiddenFromWildcards(topic) ? matchHidden(topic) : match(root, topic, 0);
    }

    private RouteSet matchHidden(String topic) {
        int end = TopicFilter.endOfLevel(topic, 0);
        var child = root.literal(topic, 0, end);
        return child == null ? RouteSet.EMPTY : match(child, topic, end + 1);
    }

    private static RouteSet match(Node start, String topic, int from) {
        var found = RouteSet.EMPTY;
        var node = start;
        int at = from;
        while (at <= topic.length()) {
            found = found.union(node.below);
            int end = TopicFilter.endOfLevel(topic, at);
            var literal = node.literal(topic, at, end);
            var single = node.single;
            at = end + 1;
            if (literal != null && single != null) {
                found = found.union(match(single, topic, at));
            }
            var next = literal == null ? single : literal;
            if (next == null) {
                return found;
            }
            node = next;
        }
        return found.union(node.below).union(node.here);
    }

    /**
     * Node for one level. An open-addressing hash table holds the literal children; look-ups take a range of the topic
     * instead of a substring.
     */
    private static final class Node {

        /** Routes whose filters end at this level. */
        private RouteSet here = RouteSet.EMPTY;

        /** Routes whose filters match this level and everything below it. */
        private RouteSet below = RouteSet.EMPTY;

        /** Child for a single-level wildcard. */
        private @Nullable Node single;

        private int size;
        private @Nullable Child[] children = new Child[2];

        private record Child(int hash, String level, Node node) {}

        void addHere(RouteSet routes) {
            here = here.union(routes);
        }

        void addBelow(RouteSet routes) {
            below = below.union(routes);
        }

        /** Returns the child for the level in a range of a topic. */
        @Nullable
        Node literal(String topic, int from, int to) {
            if (size == 0) {
                return null;
            }
            int hash = hash(topic, from, to);
            int mask = children.length - 1;
            for (int i = hash & mask; ; i = (i + 1) & mask) {
                var child = children[i];
                if (child == null) {
                    return null;
                }
                if (child.hash == hash && TopicFilter.isLevel(child.level, topic, from, to)) {
                    return child.node;
                }
            }
        }

        /** Returns the child for a level of a filter, created if absent. */
        Node childForFilterLevel(String level) {
            if (level.equals(TopicFilter.SINGLE)) {
                single = single == null ? new Node() : single;
                return single;
            }
            var known = literal(level, 0, level.length());
            if (known != null) {
                return known;
            }
            var child = new Child(hash(level, 0, level.length()), level, new Node());
            insert(child);
            return child.node;
        }

        private void insert(Child child) {
            if (++size * 2 > children.length) {
                var old = children;
                children = new Child[old.length * 2];
                for (var moved : old) {
                    if (moved != null) {
                        place(moved);
                    }
                }
            }
            place(child);
        }

        private void place(Child child) {
            int mask = children.length - 1;
            int i = child.hash & mask;
            while (children[i] != null) {
                i = (i + 1) & mask;
            }
            children[i] = child;
        }

        private static int hash(String text, int from, int to) {
            int hash = 0;
            for (int i = from; i < to; i++) {
                hash = 31 * hash + text.charAt(i);
            }
            return hash ^ (hash >>> 16);
        }
    }

    /** Set of routes in the order of the configuration. Immutable. */
    static final class RouteSet {

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
}
