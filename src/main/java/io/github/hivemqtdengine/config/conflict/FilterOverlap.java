// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.conflict;

import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Decides whether two routes may match the same topic. */
public final class FilterOverlap {

    private static final String SINGLE = "+";
    private static final String MULTI = "#";

    private FilterOverlap() {}

    /** Returns {@code false} only if no topic can match a filter of each route and none of their excludes. */
    public static boolean isPossible(RouteSettings one, RouteSettings other) {
        return one.filters().stream()
                .filter(filter -> !isCovered(filter, other.excludes()))
                .anyMatch(filter -> other.filters().stream()
                        .filter(second -> !isCovered(second, one.excludes()))
                        .anyMatch(second -> overlap(filter, second)));
    }

    /** Returns whether a route may match a topic of a filter. */
    public static boolean isPossible(RouteSettings route, TopicFilter topics) {
        return !isCovered(topics, route.excludes())
                && route.filters().stream()
                        .filter(filter -> !isCovered(filter, route.excludes()))
                        .anyMatch(filter -> overlap(filter, topics));
    }

    /** Returns the filter in MQTT notation that matches what both filters match; empty if there is no such topic. */
    public static Optional<String> intersection(TopicFilter one, TopicFilter other) {
        if (!overlap(one, other)) {
            return Optional.empty();
        }
        var first = levels(one);
        var second = levels(other);
        var common = new ArrayList<String>();
        // a longer one has only a # left, which also matches the level above it
        for (int i = 0; i < Math.min(first.size(), second.size()); i++) {
            if (first.get(i).equals(MULTI) || second.get(i).equals(MULTI)) {
                var rest = first.get(i).equals(MULTI) ? second : first;
                common.addAll(rest.subList(i, rest.size()));
                break;
            }
            common.add(first.get(i).equals(SINGLE) ? second.get(i) : first.get(i));
        }
        return Optional.of(String.join("/", common));
    }

    /**
     * Returns whether a level of the topic always differs between both routes, because all their filters fix it.
     *
     * @param number the level's number, from 1
     */
    static boolean differInLevel(RouteSettings one, RouteSettings other, int number) {
        return one.filters().stream()
                .allMatch(first -> other.filters().stream().allMatch(second -> differ(first, second, number - 1)));
    }

    private static boolean differ(TopicFilter first, TopicFilter second, int index) {
        return isFixed(first, index)
                && isFixed(second, index)
                && !first.levels().get(index).equals(second.levels().get(index));
    }

    private static boolean isFixed(TopicFilter filter, int index) {
        var levels = levels(filter);
        return index >= 0
                && index < levels.size()
                && levels.subList(0, index + 1).stream().noneMatch(MULTI::equals)
                && !levels.get(index).equals(SINGLE);
    }

    private static boolean isCovered(TopicFilter filter, List<TopicFilter> excludes) {
        return excludes.stream().anyMatch(exclude -> covers(exclude, filter));
    }

    private static boolean overlap(TopicFilter one, TopicFilter other) {
        return !hides(one, other) && !hides(other, one) && overlap(levels(one), levels(other));
    }

    private static boolean overlap(List<String> one, List<String> other) {
        int common = Math.min(one.size(), other.size());
        for (int i = 0; i < common; i++) {
            var first = one.get(i);
            var second = other.get(i);
            if (first.equals(MULTI) || second.equals(MULTI)) {
                return true;
            }
            if (!first.equals(SINGLE) && !second.equals(SINGLE) && !first.equals(second)) {
                return false;
            }
        }
        return endsAfter(one, common) && endsAfter(other, common);
    }

    /** {@code a/#} also matches {@code a}. */
    private static boolean endsAfter(List<String> levels, int count) {
        return levels.size() == count || levels.get(count).equals(MULTI);
    }

    /** Returns whether every topic that matches a filter matches the exclude, too. */
    private static boolean covers(TopicFilter exclude, TopicFilter filter) {
        var wide = levels(exclude);
        var narrow = levels(filter);
        for (int i = 0; i < wide.size(); i++) {
            if (wide.get(i).equals(MULTI)) {
                return !hides(exclude, filter);
            }
            if (i == narrow.size() || !covers(wide.get(i), narrow.get(i))) {
                return false;
            }
        }
        return wide.size() == narrow.size() && !hides(exclude, filter);
    }

    private static boolean covers(String wide, String narrow) {
        return wide.equals(narrow) || (wide.equals(SINGLE) && !narrow.equals(MULTI));
    }

    /** Returns whether a first-level wildcard excludes topics that begin with $ (MQTT 5, section 4.7.2). */
    private static boolean hides(TopicFilter wildcard, TopicFilter filter) {
        var first = levels(wildcard).get(0);
        return (first.equals(SINGLE) || first.equals(MULTI)) && filter.text().startsWith("$");
    }

    private static List<String> levels(TopicFilter filter) {
        return filter.levels().stream()
                .map(level -> level.startsWith("{") ? SINGLE : level)
                .toList();
    }
}
