package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.route.topic.TopicFilter;

/**
 * Tree of topic filters, one node per level. Filled by one thread, read-only afterwards.
 *
 * <p>A look-up visits at most two children of a node. It recurses only if a literal level and a wildcard both match;
 * otherwise long topics cost time in proportion to their length and no stack.
 */
final class TopicTree {

    private final TopicNode root = new TopicNode();

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

    private static RouteSet match(TopicNode start, String topic, int from) {
        var found = RouteSet.EMPTY;
        var node = start;
        int at = from;
        while (at <= topic.length()) {
            found = found.union(node.below());
            int end = TopicFilter.endOfLevel(topic, at);
            var literal = node.literal(topic, at, end);
            var single = node.single();
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
        return found.union(node.below()).union(node.here());
    }
}
