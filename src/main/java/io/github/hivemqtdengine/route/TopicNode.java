package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.route.topic.TopicFilter;
import org.jspecify.annotations.Nullable;

/**
 * Node for one level of a {@link TopicTree}. An open-addressing hash table holds the literal children; look-ups take a
 * range of the topic instead of a substring.
 */
final class TopicNode {

    private RouteSet here = RouteSet.EMPTY;
    private RouteSet below = RouteSet.EMPTY;
    private @Nullable TopicNode single;
    private int size;
    private @Nullable Child[] children = new Child[2];

    private record Child(int hash, String level, TopicNode node) {}

    /** Returns the routes whose filters end at this level. */
    RouteSet here() {
        return here;
    }

    /** Returns the routes whose filters match this level and everything below it. */
    RouteSet below() {
        return below;
    }

    /** Returns the child for a single-level wildcard. */
    @Nullable
    TopicNode single() {
        return single;
    }

    void addHere(RouteSet routes) {
        here = here.union(routes);
    }

    void addBelow(RouteSet routes) {
        below = below.union(routes);
    }

    /** Returns the child for the level in a range of a topic. */
    @Nullable
    TopicNode literal(String topic, int from, int to) {
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
    TopicNode childForFilterLevel(String level) {
        if (level.equals(TopicFilter.SINGLE)) {
            single = single == null ? new TopicNode() : single;
            return single;
        }
        var known = literal(level, 0, level.length());
        if (known != null) {
            return known;
        }
        var child = new Child(hash(level, 0, level.length()), level, new TopicNode());
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
