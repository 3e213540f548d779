// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.route.topic.TopicFilter;
import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import java.util.ArrayList;
import java.util.List;

/** Few names and many levels, so that nearly everything nearly matches. */
class TopicMatchingPropertyTest {

    @SeededTest
    void shouldMatchLikeThePlainMatcher(RandomValues random) {
        var filter = TopicFilter.parse(filter(random));
        var topic = topic(random);

        assertThat(filter.matches(topic)).isEqualTo(PlainMatcher.matches(filter, topic));
    }

    @SeededTest
    void shouldFindTheRoutesThatThePlainMatcherFinds(RandomValues random) {
        var filters = filterLists(random);
        var excludes = filterLists(random);
        var topic = topic(random);
        var routes = new ArrayList<StubRoute>();
        for (int i = 0; i < filters.size(); i++) {
            var route = StubRoute.of("r" + i, filters.get(i).toArray(String[]::new));
            routes.add(
                    i < excludes.size() && i % 2 == 0
                            ? route.without(excludes.get(i).toArray(String[]::new))
                            : route);
        }

        var expected = routes.stream()
                .filter(r -> r.filters().stream().anyMatch(f -> PlainMatcher.matches(f, topic)))
                .filter(r -> r.excludes().stream().noneMatch(f -> PlainMatcher.matches(f, topic)))
                .toList();

        assertThat(RouteTable.of(routes).match(topic)).isEqualTo(expected);
    }

    private static String topic(RandomValues random) {
        var levels = random.list(1, 5, () -> random.oneOf("a", "b", "", "$x", "ü", "😀", "aa", "+", "#"));
        var topic = String.join("/", levels);
        return topic.isEmpty() ? "a" : topic;
    }

    /** A filter with at most one named level. */
    private static String filter(RandomValues random) {
        var levels = random.list(1, 4, () -> random.oneOf("a", "b", "", "$x", "ü", "😀", "aa", "+", "+", "{name}"));
        int named = levels.indexOf("{name}");
        for (int i = named + 1; named >= 0 && i < levels.size(); i++) {
            levels.set(i, levels.get(i).equals("{name}") ? "+" : levels.get(i));
        }
        var filter = String.join("/", levels) + random.oneOf("", "/#", "/+", "/a");
        return filter.equals("/#") || filter.isEmpty() ? "#" : filter;
    }

    private static List<List<String>> filterLists(RandomValues random) {
        return random.list(0, 6, () -> random.list(1, 4, () -> filter(random)));
    }
}
